"""The calls of vouchers and memberships, with the exact names and types."""

from tests.contract import shapes


def test_vouchers(world):
    staff, event = world.staff(), world.add_event()
    limits = {
        "maxUses": 50, "perPerson": 1, "validFrom": "2026-11-01", "validUntil": "2099-12-31",
        "events": [event["_id"]], "formats": ["Draft"], "datesFrom": "2026-11-01", "datesTo": "2099-12-31",
    }  # fmt: skip
    fields = {"code": f"spring-{event['_id'][-6:]}", "kind": "percent", "value": 10}

    made = staff.ask("POST", "/vouchers", fields | limits, status=201, shape=shapes.VOUCHER)
    assert made == {"_id": made["_id"], "off": False, "uses": 0} | fields | limits | {"code": fields["code"].upper()}
    off = staff.ask("PUT", f"/vouchers/{made['_id']}", {"off": True}, shape=shapes.VOUCHER)
    assert off == made | {"off": True}
    many = {"kind": "free_seats", "value": 1, "count": 3}
    random = staff.ask("POST", "/vouchers", many, status=201, shape=shapes.VOUCHERS)["vouchers"]
    listed = staff.ask("GET", "/vouchers", shape=shapes.VOUCHER_PAGE)["vouchers"]
    assert {voucher["_id"] for voucher in listed} >= {voucher["_id"] for voucher in [made, *random]}


def test_members(world):
    staff, member = world.staff(), world.visitor()
    number = f"M-{member.me['_id'][-8:]}"
    csv = f"number,email,valid_until\n{number},{member.me['email']},2099-12-31\n"

    preview = staff.ask("POST", "/members/import", {"csv": csv, "endMissing": False}, shape=shapes.MEMBERS_PLAN)
    done = staff.ask("POST", "/members/import", {"csv": csv, "digest": preview["digest"]}, shape=shapes.MEMBERS_PLAN)
    assert (preview["added"], done) == (1, preview)

    assert member.ask("GET", "/users/profile/membership", shape=shapes.MEMBERSHIP) == {"membership": None}
    linked = member.ask("POST", "/users/profile/membership", {"number": number}, shape=shapes.MEMBERSHIP)
    assert linked["membership"]["number"] == number
    refused = world.visitor().ask("POST", "/users/profile/membership", {"number": number}, status=409)
    assert refused["code"] == "membership_unknown"


def test_single_members(world):
    staff, member = world.staff(), world.visitor()
    number = f"N-{member.me['_id'][-8:]}"
    fields = {"number": number, "email": member.me["email"], "validUntil": "2099-12-31"}

    added = staff.ask("POST", "/members", fields, status=201, shape=shapes.MEMBER)
    member.ask("POST", "/users/profile/membership", {"number": number}, shape=shapes.MEMBERSHIP)
    (listed,) = staff.ask("GET", f"/members?keyword={number}", shape=shapes.MEMBERS)["members"]
    assert (added["user"], listed["user"]["_id"]) == (None, member.me["_id"])
    assert staff.ask("POST", "/members/unlink", {"number": number}, shape=shapes.MEMBER) == added
    ended = staff.ask("POST", "/members/end", {"number": number}, shape=shapes.MEMBER)
    assert ended["validUntil"] < added["validUntil"]
    assert staff.ask("POST", "/members", fields, status=409)["code"] == "number_taken"
