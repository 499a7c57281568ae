"""The figures for organizers, with the exact names and types."""


def test_figures_of_twelve_months(world):
    staff = world.staff()

    summary = staff.ask("GET", "/figures")

    assert (summary["events"], summary["total"]["came"]) == ([], None)
    assert world.anonymous().raw("GET", "/figures").status_code == 401
