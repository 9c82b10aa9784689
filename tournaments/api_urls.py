from django.urls import path

from tournaments import api

urlpatterns = [
    path("heats/<int:pk>/", api.HeatView.as_view(), name="api-heat"),
    path("heats/<int:pk>/hands/", api.HeatHandsView.as_view(), name="api-heat-hands"),
    path("heats/<int:pk>/entries/", api.PlayoffEntriesView.as_view(), name="api-heat-entries"),
    path(
        "heats/<int:pk>/corrections/preview/",
        api.PlayoffCorrectionPreviewView.as_view(),
        name="api-heat-correction-preview",
    ),
]
