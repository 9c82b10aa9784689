from django.urls import URLPattern, path

from reports import views

urlpatterns: list[URLPattern] = [
    path("events/<slug:slug>/print/", views.print_page, name="print"),
    path("events/<slug:slug>/print/ask/", views.print_ask, name="print-ask"),
    path("events/<slug:slug>/print/by-hand.csv", views.print_by_hand, name="print-by-hand"),
    path("events/<slug:slug>/reports/", views.reports, name="reports"),
    path("events/<slug:slug>/reports/ask/", views.report_ask, name="report-ask"),
    path("events/<slug:slug>/reports/<uuid:public_id>/again/", views.report_again, name="report-again"),
]
