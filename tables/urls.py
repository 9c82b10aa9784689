from django.urls import include, path

from tables import views

TABLE = "events/<slug:slug>/tables/<int:pk>/"

urlpatterns = [
    path("", include("tables.tablet_urls")),
    path("events/<slug:slug>/", views.event_dashboard, name="event-dashboard"),
    path("events/<slug:slug>/seating/", views.seating, name="seating"),
    path("events/<slug:slug>/seating/draw/", views.draw, name="seating-draw"),
    path("events/<slug:slug>/seating/discard/", views.discard, name="seating-discard"),
    path("events/<slug:slug>/seating/late/", views.seat_late_guest, name="seating-late"),
    path(TABLE, views.table_detail, name="table-detail"),
    path(f"{TABLE}log.json", views.table_log, name="table-log"),
    path(f"{TABLE}referee/", views.assign_referee, name="table-referee"),
    path(f"{TABLE}opening/take-back/", views.take_back_opening, name="table-take-back-opening"),
    path(f"{TABLE}entries/<int:seq>/correct/", views.correct_entry, name="correct-entry"),
    path(f"{TABLE}tablets/", views.pair_tablet, name="pair-tablet"),
    path(f"{TABLE}tablets/<uuid:public_id>/", views.tablet_code, name="tablet-code"),
    path(f"{TABLE}tablets/<uuid:public_id>/revoke/", views.revoke_tablet, name="revoke-tablet"),
]
