from django.urls import URLPattern, path

from awards import views

urlpatterns: list[URLPattern] = [
    path("events/<slug:slug>/prizes/", views.prizes, name="prizes"),
    path("events/<slug:slug>/prizes/add/", views.prize_add, name="prize-add"),
    path("events/<slug:slug>/prizes/<int:pk>/", views.prize_change, name="prize-change"),
    path("events/<slug:slug>/prizes/<int:pk>/remove/", views.prize_remove, name="prize-remove"),
    path("events/<slug:slug>/prizes/pieces/", views.pieces_set, name="prize-pieces"),
    path("events/<slug:slug>/prizes/classic/", views.pieces_classic, name="prize-classic"),
    path("events/<slug:slug>/prizes/plan/add/", views.plan_line_add, name="plan-line-add"),
    path("events/<slug:slug>/prizes/plan/<int:pk>/remove/", views.plan_line_remove, name="plan-line-remove"),
]
