import { screen, waitFor, within } from "@testing-library/react"
import { expect, test } from "vitest"
import { paths } from "~/shop/paths"
import { session } from "~/shop/state/session"
import { aUserInfo } from "~/testing/factories"
import { answer, renderAt, requests } from "~/testing/browser"
import { answerProfile } from "~/testing/pages/profilePage"

const sam = aUserInfo({ isAdmin: true })
const codes = ["k7qm-3vxd-9trw", "abcd-efgh-jkmn"]
const setup = { secret: "JBSWY3DPEHPK3PXP", uri: "otpauth://totp/x", picture: { side: 10, path: "M4 4h1v1h-1z" } }

async function openProfile(isOn = false) {
  answerProfile(sam)
  answer("/api/users/second-factor", { isOn, isRequired: false, recoveryCodesLeft: isOn ? 2 : 0 })
  const visit = renderAt(paths.profile(sam._id), { as: sam })
  const section = await screen.findByRole("region", { name: "Two-step verification" })
  return { ...visit, section: within(section) }
}

async function openFirstCode() {
  const visit = await openProfile()
  answer("POST /api/users/second-factor", setup)
  await visit.user.click(await visit.section.findByRole("button", { name: "Set up two-step verification" }))
  await visit.user.type(await visit.section.findByLabelText("Current password"), "a few random words{Enter}")
  return { ...visit, code: await visit.section.findByLabelText("Code") }
}

test("setup requires the password and shows the key as a QR code and as text", async () => {
  const { section } = await openFirstCode()

  expect(requests("POST").at(-1)?.body).toMatchObject({ currentPw: "a few random words" })
  expect(section.getByRole("img", { name: /^QR code/ })).toBeVisible()
  expect(section.getByText("JBSW Y3DP EHPK 3PXP")).toBeVisible()
})

test("the first code turns it on, and the recovery codes stay visible until they are confirmed", async () => {
  const { user, section, code } = await openFirstCode()
  answer("PUT /api/users/second-factor", { recoveryCodes: codes })
  answer("/api/users/second-factor", { isOn: true, isRequired: false, recoveryCodesLeft: 10 })

  await user.type(code, "123456{Enter}")

  expect(await section.findByText(codes[0]!)).toBeVisible()
  expect(section.getByRole("heading", { name: "Your recovery codes" })).toHaveFocus()
  await user.click(section.getByRole("button", { name: "I've saved my codes" }))
  expect(await section.findByText("10 recovery codes left")).toBeVisible()
  expect(screen.queryByText(codes[0]!)).not.toBeInTheDocument()
})

test("each setup step gets the focus, and Cancel focuses the heading", async () => {
  const { user, section } = await openFirstCode()
  expect(section.getByText(/^Open an authenticator app/)).toHaveFocus()

  await user.click(section.getByRole("button", { name: "Cancel" }))

  expect(section.getByRole("heading", { name: "Two-step verification" })).toHaveFocus()
})

test("a notice warns of few recovery codes, and new ones require the password and a code", async () => {
  const { user, section } = await openProfile(true)
  answer("POST /api/users/second-factor/recovery-codes", { recoveryCodes: codes })
  expect(await section.findByText("Make new recovery codes before they run out.")).toBeVisible()

  await user.click(await section.findByRole("button", { name: "Make new recovery codes" }))
  const form = within(section.getByRole("form", { name: "Make new recovery codes" }))
  await user.type(form.getByLabelText("Current password"), "a few random words")
  await user.type(form.getByLabelText("Code"), "123456{Enter}")

  expect(await section.findByText(codes[1]!)).toBeVisible()
  expect(requests("POST").at(-1)?.body).toMatchObject({
    currentPw: "a few random words",
    code: "123456",
  })
})

test("two-step verification can be turned off", async () => {
  const { user, section } = await openProfile(true)
  answer("DELETE /api/users/second-factor", { message: "Two-step verification is off." })

  await user.click(await section.findByRole("button", { name: "Turn it off" }))
  await user.type(section.getByLabelText("Current password"), "a few random words")
  answer("/api/users/second-factor", { isOn: false, isRequired: false, recoveryCodesLeft: 0 })
  await user.type(section.getByLabelText("Code"), "123456{Enter}")

  expect(await section.findByRole("button", { name: "Set up two-step verification" })).toBeVisible()
  expect((await screen.findAllByText("Two-step verification is off."))[0]).toBeVisible()
})

test("staff who must set it up see only that until it is on", async () => {
  const restricted = { ...sam, mustSetUpSecondFactor: true }
  answer("/api/users/second-factor", { isOn: false, isRequired: true, recoveryCodesLeft: 0 })
  answer("POST /api/users/second-factor", setup)
  answer("PUT /api/users/second-factor", { recoveryCodes: codes })
  const { user, address } = renderAt("/about", { as: restricted })
  await waitFor(() => expect(address()).toBe(paths.profile(sam._id)))

  await user.click(await screen.findByRole("button", { name: "Set up two-step verification" }))
  await user.type(await screen.findByLabelText("Current password"), "a few random words{Enter}")
  await user.type(await screen.findByLabelText("Code"), "123456{Enter}")
  answerProfile(sam)
  await user.click(await screen.findByRole("button", { name: "I've saved my codes" }))

  expect(await screen.findByText("No orders yet.")).toBeVisible()
  expect(session.get().user).toEqual(sam)
})
