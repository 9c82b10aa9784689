from tables.chain import canonical, link


def test_canonical_sorts_keys_and_keeps_chinese() -> None:
    assert canonical({"b": 1, "a": "王"}) == '{"a":"王","b":1}'.encode()


def test_a_link_covers_the_hash_before_and_the_content() -> None:
    first = link("", {"seq": 1})
    assert first == "b41e95c43f388d561b146326d84e3a6b9e31c4ef32ab97c04774c31aada3246a"
    assert len({first, link("a", {"seq": 1}), link("", {"seq": 2}), link("", {"seq": "1"})}) == 4
