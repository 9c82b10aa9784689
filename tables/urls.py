from django.urls import include, path

from tables import views

TABLE = "events/<slug:slug>/tables/<int:pk>/"
CHECK_IN = "events/<slug:slug>/check-in/"
STAND_BY = "events/<slug:slug>/stand-by/"
CHANGES = "events/<slug:slug>/seating/changes/"

urlpatterns = [
    path("", include("tables.tablet_urls")),
    path("", include("tables.board_urls")),
    path("p/<slug:code>/", views.participant, name="participant"),
    path("p/<slug:code>/objections/", views.object_to, name="participant-objects"),
    path("events/<slug:slug>/", views.event_dashboard, name="event-dashboard"),
    path(CHECK_IN, views.station, name="check-in"),
    path(f"{CHECK_IN}count/", views.check_in_count, name="check-in-count"),
    path(f"{CHECK_IN}station/", views.check_in_station, name="check-in-station"),
    path(f"{CHECK_IN}walk-in/", views.check_in_walk_in, name="check-in-walk-in"),
    path(f"{CHECK_IN}<int:pk>/", views.check_in_person, name="check-in-person"),
    path(f"{CHECK_IN}<int:pk>/admit/", views.check_in_admit, name="check-in-admit"),
    path(f"{CHECK_IN}<int:pk>/proxy/", views.check_in_proxy, name="check-in-proxy"),
    path(f"{CHECK_IN}<int:pk>/stand-by/", views.check_in_stand_by, name="check-in-stand-by"),
    path(f"{CHECK_IN}<int:pk>/undo/", views.check_in_undo, name="check-in-undo"),
    path(STAND_BY, views.stand_by, name="stand-by"),
    path(f"{STAND_BY}places/", views.stand_by_places, name="stand-by-places"),
    path(f"{STAND_BY}add/", views.stand_by_add, name="stand-by-add"),
    path(f"{STAND_BY}move-up/", views.stand_by_move_up, name="stand-by-move-up"),
    path(f"{STAND_BY}<int:pk>/came/", views.stand_by_came, name="stand-by-came"),
    path(f"{STAND_BY}<int:pk>/remove/", views.stand_by_remove, name="stand-by-remove"),
    path("events/<slug:slug>/seating/", views.seating, name="seating"),
    path("events/<slug:slug>/seating/prepare/", views.prepare, name="seating-prepare"),
    path("events/<slug:slug>/seating/draw/", views.draw, name="seating-draw"),
    path("events/<slug:slug>/seating/discard/", views.discard, name="seating-discard"),
    path("events/<slug:slug>/seating/wishes/", views.add_wish, name="wish-add"),
    path("events/<slug:slug>/seating/wishes/<int:pk>/withdraw/", views.withdraw_wish, name="wish-withdraw"),
    path("events/<slug:slug>/seating/places/", views.fix_place, name="place-fix"),
    path("draws/verify_draw.py", views.verify_script, name="draw-script"),
    path("draws/<str:address>/", views.verify, name="draw-verify"),
    path("draws/<str:address>/draw.json", views.verify_file, name="draw-file"),
    path("events/<slug:slug>/seating/late/", views.seat_late_guest, name="seating-late"),
    path(CHANGES, views.seat_changes, name="seat-changes"),
    path(f"{CHANGES}new/<slug:kind>/", views.change_seats, name="seat-change"),
    path(f"{CHANGES}<int:pk>/undo/", views.undo_seat_change, name="seat-change-undo"),
    path(TABLE, views.table_detail, name="table-detail"),
    path(f"{TABLE}log.json", views.table_log, name="table-log"),
    path(f"{TABLE}referee/", views.assign_referee, name="table-referee"),
    path(f"{TABLE}opening/take-back/", views.take_back_opening, name="table-take-back-opening"),
    path(f"{TABLE}entries/<int:seq>/correct/", views.correct_entry, name="correct-entry"),
    path("c/<str:token>/", views.card, name="table-card-open"),
    path("events/<slug:slug>/cards/", views.table_cards, name="table-cards"),
    path(f"{TABLE}card/", views.table_card, name="table-card"),
    path(f"{TABLE}tablets/<uuid:public_id>/revoke/", views.revoke_tablet, name="revoke-tablet"),
]
