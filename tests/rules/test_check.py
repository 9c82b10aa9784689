"""§11: `python3 -m rules check FILE...`, `list`, `show ID`."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from rules.__main__ import main

ROOT = Path(__file__).parents[2]
VECTORS = ROOT / "tests" / "vectors"


def first_line(name):
    return json.loads((VECTORS / name).read_text("utf-8").split("\n", 1)[0])


@pytest.fixture
def check(tmp_path, capsys):
    """Check some lines; (exit status, printed lines)."""

    def run(*lines):
        path = tmp_path / "lines.jsonl"
        path.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines), "utf-8")
        status = main(["check", str(path)])
        return status, capsys.readouterr().out.replace(f"{path}:", "").splitlines()

    return run


def test_agreeing_lines_of_every_kind(check):
    names = ["classify", "games", "openings", "playoffs", "rulesets"]
    assert check(*(first_line(f"{name}.jsonl") for name in names), "") == (0, ["5 checked, 0 wrong"])


def test_several_files(capsys):
    assert main(["check", str(VECTORS / "rulesets.jsonl"), str(VECTORS / "openings.jsonl")]) == 0
    assert capsys.readouterr().out == "749 checked, 0 wrong\n"


def spoiled(name, change):
    line = first_line(name)
    change(line)
    return line


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        (
            "classify.jsonl",
            lambda line: line.update(pattern="wuzi"),
            'xiamen-standard {"dice": [1, 1, 1, 1, 1, 1]}: pattern should be "wuzi" and is "biandijin"',
        ),
        ("classify.jsonl", lambda line: line.update(strength=1), "strength should be 1 and is 26"),
        ("classify.jsonl", lambda line: line.update(bonus="yixiu"), 'bonus should be "yixiu" and is null'),
        ("classify.jsonl", lambda line: line.update(dice=[1]), "HandError: six dice are needed, not 1"),
        ("classify.jsonl", lambda line: line.update(ruleset="x"), "RulesetError: id: there is no ruleset 'x'"),
        ("openings.jsonl", lambda line: line.update(first=1), "first should be 1 and is 2"),
        ("openings.jsonl", lambda line: line.update(total=99), "OpeningError: 2 dice show 2 to 12, not 99"),
        ("openings.jsonl", lambda line: line.pop("seats"), "the field 'seats' is missing"),
        ("rulesets.jsonl", lambda line: line.update(refused="seats"), 'refused should be "seats" and is "order"'),
        ("rulesets.jsonl", lambda line: line.update(overrides={}), 'refused should be "order" and is null'),
        (
            "games.jsonl",
            lambda line: line["expect"]["steps"][3].update(turn=1),
            'xiamen-standard-0: step 3: {"kind": "throw", "seat": 6, "dice": [3, 2, 4, 2, 3, 4]}: '
            "turn should be 1 and is 7",
        ),
        ("games.jsonl", lambda line: line["expect"]["steps"][0].update(refused="x"), "refused should be "),
        ("games.jsonl", lambda line: line["expect"]["steps"].pop(), "entries but"),
        ("games.jsonl", lambda line: line["expect"]["held"].update({"1": {}}), "held should be"),
        ("games.jsonl", lambda line: line["entries"][0].update(dice=[9] * 6), "step 0: "),
        ("games.jsonl", lambda line: line["entries"].insert(0, 3), "entries but"),
        ("games.jsonl", lambda line: line.update(seats=[]), "StartError: seats are positive whole numbers"),
        ("games.jsonl", lambda line: line.update(first=99), "StartError: there is no seat 99"),
        ("games.jsonl", lambda line: line.update(seats=None), "TypeError"),
        ("games.jsonl", lambda line: line.update(stock=[]), "AttributeError"),
        ("games.jsonl", lambda line: line.update(overrides={"seats": 1}), "RulesetError: seats: "),
        ("games.jsonl", lambda line: line.update(expect=3), "TypeError"),
        ("playoffs.jsonl", lambda line: line["expect"].update(placed=["T01"]), "placed should be"),
        ("playoffs.jsonl", lambda line: line.update(entrants=["A", "A"]), "StartError: entrants are distinct"),
        ("playoffs.jsonl", lambda line: line["expect"].update(sum=3), "sum should be 3 and is nothing"),
    ],
)
def test_a_line_that_differs(check, name, change, message):
    status, printed = check(spoiled(name, change))
    assert status == 1
    assert printed[-1] == "1 checked, 1 wrong"
    assert message in printed[0]
    assert printed[0].startswith("1: ")


def test_a_step_that_was_to_be_refused_and_was_not(check):
    line = first_line("games.jsonl")
    line["expect"]["steps"][0] = {"turn": 3, "refused": "not_your_turn"}
    status, printed = check(line)
    assert status == 1
    assert 'refused should be "not_your_turn" and is nothing' in printed[0]


@pytest.mark.parametrize("line", ["[]", "3", "null", '"x"', "{}", '{"id": "x"}'])
def test_a_line_of_no_kind_is_wrong(check, line):
    status, printed = check(line)
    assert status == 1
    assert printed[-1] == "1 checked, 1 wrong"


def test_only_the_first_mismatches_are_printed(check):
    line = spoiled("classify.jsonl", lambda line: line.update(strength=1))
    status, printed = check(*[line] * 30)
    assert status == 1
    assert len(printed) == 22
    assert printed[-2:] == ["... and 10 more", "30 checked, 30 wrong"]


def test_bad_json_is_a_sentence(tmp_path, capsys):
    path = tmp_path / "x.jsonl"
    path.write_text('{"ruleset":\n')
    assert main(["check", str(path)]) == 2
    assert capsys.readouterr().err.startswith(f"{path}, line 1 is not JSON: ")


def test_an_unreadable_file_is_a_sentence(tmp_path, capsys):
    path = tmp_path / "x.jsonl"
    assert main(["check", str(path)]) == 2
    assert capsys.readouterr().err.startswith(f"{path} cannot be read: ")
    path.write_bytes(b"\xff\xfe{}")
    assert main(["check", str(path)]) == 2
    assert main(["check", str(tmp_path)]) == 2


def test_list(capsys):
    assert main(["list"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert len(printed) == 15
    assert printed[0].split()[0] == "xiamen-standard"


def test_show(capsys):
    assert main(["show", "champions-race"]) == 0
    assert json.loads(capsys.readouterr().out)["options"] == {"wuzi_compare": "face_kicker"}
    assert main(["show", "nope"]) == 2
    assert capsys.readouterr().err == "id: there is no ruleset 'nope'\n"


BARE = """
import runpy, sys
sys.path.insert(0, ".")
runpy.run_module("rules", run_name="__main__", alter_sys=True)
"""


def test_it_runs_from_the_root_with_nothing_installed():
    """-I and -S leave the interpreter with its standard library alone."""
    command = [sys.executable, "-I", "-S", "-c", BARE, "check", str(VECTORS / "rulesets.jsonl")]
    run = subprocess.run(command, cwd=ROOT, capture_output=True)
    assert (run.returncode, run.stdout) == (0, b"25 checked, 0 wrong\n")


def test_without_a_command_it_says_how_it_is_used():
    run = subprocess.run([sys.executable, "-m", "rules"], cwd=ROOT, capture_output=True)
    assert run.returncode == 2
    assert b"usage: python3 -m rules" in run.stderr
