from django.urls import URLPattern

from awards.urls import aftermath, certificates, desk, plan, stock

urlpatterns: list[URLPattern] = [
    *plan.urlpatterns,
    *stock.urlpatterns,
    *desk.urlpatterns,
    *aftermath.urlpatterns,
    *certificates.urlpatterns,
]
