"""Who works at an event, and that it always has an owner."""

import pytest

from bobing_event.models import AuditRecord, Membership
from bobing_event.permissions import can_change_role
from bobing_event.refusals import Refusal
from bobing_event.services.staff import create_staff_user, grant_role, revoke_role
from tests.bobing_event.factories import NOW, make_event, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return make_user()


@pytest.fixture
def event(owner):
    return make_event(owner)


def refused(work, **kwargs) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        work(now=NOW, **kwargs)
    return refusal.value


def roles(event):
    return list(event.memberships.order_by("id").values_list("user__username", "role"))


def test_grant_role(event, owner):
    referee = make_user("referee")
    grant_role(event=event, user=referee, role="referee", by=owner, now=NOW)
    grant_role(event=event, user=referee, role="referee", by=owner, now=NOW)
    assert roles(event) == [("owner", "owner"), ("referee", "referee")]
    record = AuditRecord.objects.get(action="role_granted")
    assert (record.subject, record.detail) == ("referee", {"role": "referee"})


def test_roles_that_are_refused(event, owner):
    assert refused(grant_role, event=event, user=owner, role="king", by=owner).code == "unknown_role"
    closed = make_user("closed", is_active=False)
    assert refused(grant_role, event=event, user=closed, role="referee", by=owner).code == "user_inactive"
    assert roles(event) == [("owner", "owner")]


def test_the_last_owner_stays(event, owner):
    membership = event.memberships.get()
    assert refused(revoke_role, membership=membership, by=owner).code == "last_owner"
    second = grant_role(event=event, user=make_user("second"), role="owner", by=owner, now=NOW)
    revoke_role(membership=membership, by=owner, now=NOW)
    assert roles(event) == [("second", "owner")]
    assert refused(revoke_role, membership=second, by=owner).code == "last_owner"


def test_revoke_role_twice(event, owner):
    membership = grant_role(event=event, user=make_user("desk"), role="prize_desk", by=owner, now=NOW)
    gone = Membership.objects.get(pk=membership.pk)
    revoke_role(membership=membership, by=owner, now=NOW)
    revoke_role(membership=gone, by=owner, now=NOW)
    assert roles(event) == [("owner", "owner")]
    assert AuditRecord.objects.filter(action="role_revoked").count() == 1


def test_create_staff_user(event, owner):
    create_staff_user(
        event=event, username="referee-7", password="bowl-of-six", role="referee", name="小林", by=owner, now=NOW
    )
    assert roles(event) == [("owner", "owner"), ("referee-7", "referee")]
    user = event.memberships.get(role="referee").user
    assert (user.first_name, user.is_staff, user.check_password("bowl-of-six")) == ("小林", False, True)
    assert list(AuditRecord.objects.order_by("id").values_list("action", flat=True)[1:]) == [
        "account_created",
        "role_granted",
    ]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"username": "owner"}, "username_taken"),
        ({"username": "a b"}, "bad_username"),
        ({"username": ""}, "bad_username"),
        ({"password": "short"}, "weak_password"),
        ({"password": "password"}, "weak_password"),
        ({"password": "referee-77"}, "weak_password"),
        ({"role": "king"}, "unknown_role"),
    ],
)
def test_accounts_that_are_refused(event, owner, fields, code):
    asked = {"username": "referee-7", "password": "bowl-of-six", "role": "referee", **fields}
    assert refused(create_staff_user, event=event, by=owner, **asked).code == code
    assert roles(event) == [("owner", "owner")]
    assert type(owner).objects.count() == 1


def test_only_an_owner_makes_owners():
    assert can_change_role({"owner"}, "owner")
    assert not can_change_role({"organiser"}, "owner")
    assert can_change_role({"organiser"}, "referee")
    assert not can_change_role({"floor_manager"}, "referee")
