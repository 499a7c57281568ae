"""Second factors in the console."""

from accounts.models import SecondFactor
from tests.accounts.factors import code_of, sign_in_to_console, status
from tests.support.factories import UserFactory


def test_the_console_requires_the_code(sam):
    client, response = sign_in_to_console(sam)

    assert response.status_code == 200
    assert "Enter the code from your authenticator app." in response.content.decode()
    assert 'autocomplete="one-time-code"' in response.content.decode()
    assert client.get("/admin-console/").status_code == 302
    client, response = sign_in_to_console(sam, code=code_of(sam))
    assert response.status_code == 302
    assert client.get("/admin-console/").status_code == 200


def test_a_wrong_code_is_rejected_in_the_console(sam):
    client, response = sign_in_to_console(sam, code="000000")

    assert "That code is wrong" in response.content.decode()
    assert client.get("/admin-console/").status_code == 302


def test_an_operator_removes_a_lost_second_factor_in_the_console(sam, clock):
    operator = UserFactory(is_staff=True, is_superuser=True)
    client, _ = sign_in_to_console(operator)
    chosen = {"action": "remove_second_factor", "_selected_action": [sam.pk, operator.pk]}

    response = client.post("/admin-console/accounts/user/", chosen, follow=True)

    shown = {str(message) for message in response.context["messages"]}
    assert shown == {
        f"{sam} now signs in without two-step verification, and was notified by email.",
        f"{operator}: Turn off your own two-step verification on your profile.",
    }
    assert status(sam) == 200


def test_the_console_does_not_show_the_secret(sam):
    operator = UserFactory(is_staff=True, is_superuser=True)
    client, _ = sign_in_to_console(operator)
    factor = SecondFactor.objects.get()
    code = factor.recovery_codes.first()

    pages = [f"secondfactor/{factor.pk}/change/", f"recoverycode/{code.pk}/change/", "recoverycode/", "secondfactor/"]
    shown = "".join(client.get(f"/admin-console/accounts/{page}").content.decode() for page in pages)

    assert factor.secret not in shown
    assert code.encoded not in shown
