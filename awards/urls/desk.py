from django.urls import URLPattern, path

from awards import views

urlpatterns: list[URLPattern] = [
    path("events/<slug:slug>/prizes/desk/", views.prize_desk, name="prize-desk"),
    path("events/<slug:slug>/prizes/desk/<int:pk>/", views.desk_hand_over, name="desk-hand-over"),
    path("events/<slug:slug>/prizes/hand-overs/", views.hand_overs, name="hand-overs"),
    path("events/<slug:slug>/prizes/hand-overs/<int:pk>/", views.hand_over_detail, name="hand-over"),
    path("events/<slug:slug>/prizes/hand-overs/<int:pk>/undo/", views.hand_over_undo, name="hand-over-undo"),
    path(
        "events/<slug:slug>/prizes/hand-overs/<int:pk>/signature.png",
        views.hand_over_signature,
        name="hand-over-signature",
    ),
    path("events/<slug:slug>/prizes/hand-overs/<int:pk>/slip.pdf", views.hand_over_slip, name="hand-over-slip"),
]
