from django.urls import URLPattern, path

from awards import views

urlpatterns: list[URLPattern] = [
    path("events/<slug:slug>/certificates/", views.certificates, name="certificates"),
    path("events/<slug:slug>/certificates/make/", views.certificates_make, name="certificates-make"),
    path(
        "events/<slug:slug>/certificates/preview/<slug:design>.png",
        views.certificate_preview,
        name="certificate-preview",
    ),
    path(
        "certificates/<slug:slug>/<int:number>-<str:check_code>/", views.certificate_verify, name="certificate-verify"
    ),
]
