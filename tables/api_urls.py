from django.urls import path
from django.views.decorators.gzip import gzip_page

from tables import api, floor_api

# A tablet's answers are compressed: many share one channel. They hold no secret that could be guessed by their length.
urlpatterns = [
    path("tables/<int:pk>/", gzip_page(api.TableView.as_view()), name="api-table"),
    path("tables/<int:pk>/hands/", gzip_page(api.HandsView.as_view()), name="api-table-hands"),
    path("tables/<int:pk>/opening/", api.OpeningView.as_view(), name="api-table-opening"),
    path("tables/<int:pk>/entries/", gzip_page(api.EntriesView.as_view()), name="api-table-entries"),
    path("tables/<int:pk>/corrections/preview/", api.CorrectionPreviewView.as_view(), name="api-correction-preview"),
    path("tables/<int:pk>/heartbeat/", floor_api.HeartbeatView.as_view(), name="api-table-heartbeat"),
    path("tables/<int:pk>/help/", floor_api.HelpView.as_view(), name="api-table-help"),
    path("tables/<int:pk>/holdings/", floor_api.HoldingsView.as_view(), name="api-table-holdings"),
    path("tables/<int:pk>/sign-off/", floor_api.SignOffView.as_view(), name="api-table-sign-off"),
]
