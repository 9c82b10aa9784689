import pytest

from bobing_event.models import Role
from tournaments import permissions

EVERYBODY = set(Role.values)


@pytest.mark.parametrize(
    ("predicate", "allowed"),
    [
        (permissions.can_view_playoffs, EVERYBODY - {"screen", "runner"}),
        (permissions.can_run_playoff, {"owner", "organiser", "floor_manager"}),
        (permissions.can_record_playoff_entry, {"owner", "organiser", "floor_manager", "referee"}),
        (permissions.can_correct_any_playoff_entry, {"owner", "organiser", "floor_manager"}),
    ],
)
def test_each_role_may_do_what_it_is_for(predicate, allowed):
    assert {role for role in EVERYBODY if predicate({role})} == allowed
    assert not predicate(frozenset())
