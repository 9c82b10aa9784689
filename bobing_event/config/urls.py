from django.contrib import admin
from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerView

urlpatterns = [
    path("admin/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
    path("api/v1/", include("tables.api_urls")),
    path("api/v1/", include("tournaments.api_urls")),
    path("api/schema/", SpectacularAPIView.as_view(), name="schema"),
    path("api/docs/", SpectacularSwaggerView.as_view(url_name="schema"), name="api-docs"),
    path("", include("bobing_event.urls")),  # first: /events/new/ is no event's dashboard
    path("", include("tables.urls")),
    path("", include("tournaments.urls")),
    path("", include("awards.urls")),
    path("", include("reports.urls")),
]
