from django.urls import URLPattern, path

from awards import views

EVENT = "events/<slug:slug>/"

urlpatterns: list[URLPattern] = [
    path(f"{EVENT}prizes/corrections/", views.prize_corrections, name="prize-corrections"),
    path(f"{EVENT}prizes/corrections/<int:pk>/", views.moved_claim_settle, name="moved-claim-settle"),
    path(f"{EVENT}prizes/unclaimed/", views.prize_unclaimed, name="prize-unclaimed"),
    path(f"{EVENT}prizes/unclaimed/give-up/", views.unclaimed_forfeit, name="unclaimed-forfeit"),
    path(f"{EVENT}prizes/unclaimed/<int:pk>/take-back/", views.forfeit_undo, name="forfeit-undo"),
    path(f"{EVENT}prizes/redraws/new/", views.redraw_prepare, name="redraw-prepare"),
    path(f"{EVENT}prizes/redraws/draw/", views.redraw_draw, name="redraw-draw"),
    path(f"{EVENT}prizes/redraws/<int:pk>/", views.redraw_detail, name="redraw"),
    path(f"{EVENT}prizes/redraws/<int:pk>/redraw.json", views.redraw_file, name="redraw-file"),
    path(f"{EVENT}prizes/redraws/wins/<int:pk>/absent/", views.redraw_absent, name="redraw-absent"),
    path(f"{EVENT}deliveries/", views.deliveries, name="deliveries"),
    path(f"{EVENT}deliveries/ask/", views.delivery_ask, name="delivery-ask"),
    path(f"{EVENT}deliveries/ask/person/<int:pk>/", views.delivery_ask_to, name="delivery-ask-to"),
    path(f"{EVENT}deliveries/<int:pk>/take/", views.delivery_take, name="delivery-take"),
    path(f"{EVENT}deliveries/<int:pk>/finish/", views.delivery_finish, name="delivery-finish"),
    path(f"{EVENT}deliveries/<int:pk>/cancel/", views.delivery_cancel, name="delivery-cancel"),
]
