from django.contrib.auth import views as auth
from django.urls import path

from bobing_event.views import audit, events, import_parts, imports, jobs, people, pins, staff

IMPORT = "events/<slug:slug>/people/import/<int:pk>/"

urlpatterns = [
    path("", events.event_list, name="event-list"),
    path("login/", auth.LoginView.as_view(template_name="login.html", redirect_authenticated_user=True), name="login"),
    path("logout/", auth.LogoutView.as_view(), name="logout"),
    path("events/new/", events.event_create, name="event-create"),
    path("events/<slug:slug>/settings/", events.event_settings, name="event-settings"),
    path("events/<slug:slug>/settings/event/", events.event_change, name="event-change"),
    path("events/<slug:slug>/settings/rules/", events.rules_change, name="rules-change"),
    path("events/<slug:slug>/settings/rules/options/", events.rules_options, name="rules-options"),
    path("events/<slug:slug>/settings/sessions/", events.session_create, name="session-create"),
    path("events/<slug:slug>/people/", people.people, name="people"),
    path("events/<slug:slug>/people/arrivals/", people.people_arrivals, name="people-arrivals"),
    path("events/<slug:slug>/people/new/", people.person_add, name="person-add"),
    path("events/<slug:slug>/people/<int:pk>/", people.person_change, name="person-change"),
    path("events/<slug:slug>/people/import/", imports.import_upload, name="import-upload"),
    path(IMPORT, imports.import_detail, name="import-detail"),
    path(f"{IMPORT}columns/", imports.import_columns, name="import-columns"),
    path(f"{IMPORT}preview/", imports.import_preview, name="import-preview"),
    path(f"{IMPORT}preview/<slug:kind>/", import_parts.import_list, name="import-list"),
    path(f"{IMPORT}done/", imports.import_done, name="import-done"),
    path(f"{IMPORT}undo/", imports.import_undo, name="import-undo"),
    path(f"{IMPORT}file/", import_parts.import_file, name="import-file"),
    path(f"{IMPORT}errors.xlsx", import_parts.import_errors, name="import-errors"),
    path(f"{IMPORT}progress/", import_parts.import_progress, name="import-progress"),
    path("events/<slug:slug>/staff/", staff.staff, name="staff"),
    path("events/<slug:slug>/staff/accounts/", staff.account_create, name="account-create"),
    path("events/<slug:slug>/staff/roles/", staff.role_grant, name="role-grant"),
    path("events/<slug:slug>/staff/roles/<int:pk>/revoke/", staff.role_revoke, name="role-revoke"),
    path("events/<slug:slug>/staff/pins/", pins.pins_issue, name="pins-issue"),
    path("events/<slug:slug>/staff/<int:pk>/pin/", pins.pin_set, name="pin-set"),
    path("events/<slug:slug>/staff/<int:pk>/pin/clear/", pins.pin_clear, name="pin-clear"),
    path("events/<slug:slug>/audit/", audit.audit_log, name="audit-log"),
    path("events/<slug:slug>/jobs/<uuid:public_id>/", jobs.job_status, name="job-status"),
    path("events/<slug:slug>/jobs/<uuid:public_id>/download/", jobs.job_download, name="job-download"),
]
