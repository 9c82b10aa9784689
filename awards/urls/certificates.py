from django.urls import URLPattern, path

from awards import views

PAGES = "events/<slug:slug>/certificates/"
TEMPLATE = PAGES + "<slug:kind>/"

urlpatterns: list[URLPattern] = [
    path(PAGES, views.certificates, name="certificates"),
    path(PAGES + "make/", views.certificates_make, name="certificates-make"),
    path(TEMPLATE, views.certificate_template, name="certificate-template"),
    path(TEMPLATE + "preview/", views.certificate_template_preview, name="certificate-template-preview"),
    path(TEMPLATE + "test/", views.certificate_template_test, name="certificate-template-test"),
    path(TEMPLATE + "reset/", views.certificate_template_reset, name="certificate-template-reset"),
    path(TEMPLATE + "enable/", views.certificates_enable, name="certificates-enable"),
    path(TEMPLATE + "seal.png", views.certificate_seal, name="certificate-seal"),
    path(TEMPLATE + "picture.png", views.certificate_picture, name="certificate-picture"),
    path(TEMPLATE + "picture/<slug:design>.png", views.certificate_picture, name="certificate-picture"),
    path(
        "certificates/<slug:slug>/<int:number>-<str:check_code>/", views.certificate_verify, name="certificate-verify"
    ),
]
