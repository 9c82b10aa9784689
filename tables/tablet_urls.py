"""Addresses of the referee's page; `tables.urls` includes them."""

from django.urls import path

from tables import tablet_views, tablet_worker

urlpatterns = [
    path("events/<slug:slug>/tables/<int:pk>/tablet/", tablet_views.table_tablet, name="table-tablet"),
    path("t/sw.js", tablet_worker.tablet_worker, name="tablet-worker"),
    path("t/<str:token>/", tablet_views.tablet_paired, name="tablet-paired"),
]
