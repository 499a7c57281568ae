"""Staff's second factor at the operators' console."""

from accounts.models import SecondFactor
from tests.accounts.factors import code_of, knock, status
from tests.support.factories import UserFactory


def test_the_console_asks_for_the_code_too(sam):
    client, answer = knock(sam)

    assert answer.status_code == 200
    assert "Enter the code from your authenticator app." in answer.content.decode()
    assert 'autocomplete="one-time-code"' in answer.content.decode()
    assert client.get("/admin-console/").status_code == 302
    client, answer = knock(sam, code=code_of(sam))
    assert answer.status_code == 302
    assert client.get("/admin-console/").status_code == 200


def test_a_wrong_code_opens_no_console(sam):
    client, answer = knock(sam, code="000000")

    assert "That code is not right" in answer.content.decode()
    assert client.get("/admin-console/").status_code == 302


def test_an_operator_removes_a_lost_one_in_the_console(sam, clock):
    operator = UserFactory(is_staff=True, is_superuser=True)
    client, _ = knock(operator)
    chosen = {"action": "remove_second_factor", "_selected_action": [sam.pk, operator.pk]}

    answer = client.post("/admin-console/accounts/user/", chosen, follow=True)

    told = {str(message) for message in answer.context["messages"]}
    assert told == {
        f"{sam} signs in without a second factor now, and was notified by email.",
        f"{operator}: Turn off your own second factor on your profile.",
    }
    assert status(sam) == 200


def test_the_console_shows_no_secret(sam):
    operator = UserFactory(is_staff=True, is_superuser=True)
    client, _ = knock(operator)
    factor = SecondFactor.objects.get()
    code = factor.recovery_codes.first()

    pages = [f"secondfactor/{factor.pk}/change/", f"recoverycode/{code.pk}/change/", "recoverycode/", "secondfactor/"]
    shown = "".join(client.get(f"/admin-console/accounts/{page}").content.decode() for page in pages)

    assert factor.secret not in shown
    assert code.encoded not in shown
