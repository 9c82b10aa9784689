from django.urls import path

from tables import api

urlpatterns = [
    path("tables/<int:pk>/", api.TableView.as_view(), name="api-table"),
    path("tables/<int:pk>/hands/", api.HandsView.as_view(), name="api-table-hands"),
    path("tables/<int:pk>/opening/", api.OpeningView.as_view(), name="api-table-opening"),
    path("tables/<int:pk>/entries/", api.EntriesView.as_view(), name="api-table-entries"),
    path("tables/<int:pk>/corrections/preview/", api.CorrectionPreviewView.as_view(), name="api-correction-preview"),
]
