import { screen } from "@testing-library/react"
import { describe, expect, test } from "vitest"
import { paths } from "~/shop/paths"
import { aUserInfo } from "~/testing/factories"
import { answer, renderAt } from "~/testing/browser"

const passwords = async () => screen.findAllByLabelText<HTMLInputElement>(/passwo|confirm/i, { selector: "input" })

async function openProfile(owner: ReturnType<typeof aUserInfo>, isOn = false) {
  answer("/api/users/profile", { ...owner })
  answer("/api/orders/my_orders", [])
  answer("/api/users/sessions", [])
  answer("/api/users/profile/membership", { membership: null })
  answer("/api/users/second-factor", { isOn, isRequired: false, recoveryCodesLeft: isOn ? 2 : 0 })
  const visit = renderAt(paths.profile(owner._id), { as: owner })
  return (name: string) => screen.findByRole("button", { name }).then((button) => visit.user.click(button))
}

describe("every password field is masked", () => {
  test.each([
    ["Sign In", "/login#password", 1],
    ["Create an Account", "/register", 2],
    ["Set New Password", "/reset-password", 2],
  ])("on %s", async (title, url, count) => {
    renderAt(url, url === "/reset-password" ? { as: aUserInfo({ requiresPasswordReset: true }) } : {})
    await screen.findByRole("heading", { name: title, level: 1 })

    const types = (await passwords()).map(({ type }) => type)

    expect(types).toEqual(Array(count).fill("password"))
  })

  test.each([
    ["Change password", aUserInfo(), false, 2],
    ["Delete my account", aUserInfo(), false, 1],
    ["Set up two-step verification", aUserInfo({ isAdmin: true }), false, 1],
    ["Turn it off", aUserInfo({ isAdmin: true }), true, 1],
  ])("after “%s” on the profile", async (name, owner, isOn, count) => {
    const click = await openProfile(owner, isOn)
    await click(name)

    const types = (await passwords()).map(({ type }) => type)

    expect(types).toEqual(Array(count).fill("password"))
  })
})
