"""What the station's script says beside what the server sends."""

from django.utils.translation import gettext as _


def station_words() -> dict[str, str]:
    """Sentences by key; `{count}` and `{seconds}` are filled in by the script."""
    return {
        "ready": _("Connected"),
        "sending": _("Asking…"),
        "slow": _("The network is slow. Still waiting for the answer."),
        "waiting": _("No connection. {count} kept; the next try is in {seconds} s."),
        "held": _("{count} more kept: they are sent after this one is settled."),
        "signed_out": _("You are signed out. {count} kept: sign in again and they are sent."),
        "reload": _("The server does not know this page any more. {count} kept: load it again and they are sent."),
        "failed": _("The server could not answer this. Scan again."),
        "looking": _("Looking for “{text}”…"),
        "camera_on": _("Camera"),
        "camera_off": _("Close the camera"),
        "camera_refused": _("The camera may not be used. Allow it in the browser's settings."),
        "sound_on": _("Sound on"),
        "sound_off": _("Sound off"),
    }
