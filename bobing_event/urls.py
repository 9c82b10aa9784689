from django.contrib.auth import views as auth
from django.urls import path

from bobing_event import views

urlpatterns = [
    path("", views.event_list, name="event-list"),
    path("login/", auth.LoginView.as_view(template_name="login.html"), name="login"),
    path("logout/", auth.LogoutView.as_view(), name="logout"),
]
