from django.contrib.auth import views as auth
from django.urls import path

from bobing_event.views import audit, check_in, events, imports, jobs, people, staff

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
    path("events/<slug:slug>/people/new/", people.person_add, name="person-add"),
    path("events/<slug:slug>/people/<int:pk>/", people.person_change, name="person-change"),
    path("events/<slug:slug>/people/import/", imports.import_upload, name="import-upload"),
    path("events/<slug:slug>/people/import/<int:pk>/", imports.import_preview, name="import-preview"),
    path("events/<slug:slug>/check-in/", check_in.station, name="check-in"),
    path("events/<slug:slug>/check-in/count/", check_in.check_in_count, name="check-in-count"),
    path("events/<slug:slug>/check-in/<int:pk>/", check_in.check_in_person, name="check-in-person"),
    path("events/<slug:slug>/check-in/<int:pk>/undo/", check_in.check_in_undo, name="check-in-undo"),
    path("events/<slug:slug>/staff/", staff.staff, name="staff"),
    path("events/<slug:slug>/staff/accounts/", staff.account_create, name="account-create"),
    path("events/<slug:slug>/staff/roles/", staff.role_grant, name="role-grant"),
    path("events/<slug:slug>/staff/roles/<int:pk>/revoke/", staff.role_revoke, name="role-revoke"),
    path("events/<slug:slug>/audit/", audit.audit_log, name="audit-log"),
    path("events/<slug:slug>/jobs/<uuid:public_id>/", jobs.job_status, name="job-status"),
    path("events/<slug:slug>/jobs/<uuid:public_id>/download/", jobs.job_download, name="job-download"),
]
