from django.urls import path

from tournaments import views

HEAT = "events/<slug:slug>/heats/<int:pk>/"

urlpatterns = [
    path("events/<slug:slug>/playoffs/", views.playoffs, name="playoffs"),
    path("events/<slug:slug>/playoffs/<int:pk>/", views.playoff_detail, name="playoff-detail"),
    path(HEAT, views.heat_detail, name="heat-detail"),
    path(f"{HEAT}log.json", views.heat_log, name="heat-log"),
    path(f"{HEAT}tablet/", views.heat_tablet, name="heat-tablet"),
    path(f"{HEAT}entries/<int:seq>/correct/", views.correct_playoff_entry, name="correct-playoff-entry"),
]
