import { screen, within } from "@testing-library/react"
import { expect, test } from "vitest"
import { openProfile } from "~/testing/pages/profilePage"
import { answer, calls } from "~/testing/server"

const membership = { number: "M-17", validFrom: "2026-01-01", validUntil: "2027-12-31" }
const section = async () => within(await screen.findByRole("region", { name: "Membership" }))

test("a membership number is entered once, and then the membership is shown", async () => {
  const { user } = await openProfile()
  answer("POST /api/users/profile/membership", () => {
    answer("/api/users/profile/membership", { membership })
    return { membership }
  })
  const form = await section()

  await user.click(form.getByRole("button", { name: "Save number" }))
  expect(form.getByText("Enter your membership number.")).toBeVisible()
  await user.type(form.getByLabelText("Membership number"), " M-17 {Enter}")

  expect(await screen.findByText("Your membership is saved.")).toBeVisible()
  expect(calls.find(({ method }) => method === "POST")?.body).toEqual({ number: "M-17" })
  expect(await (await section()).findByText(/valid until 12\/31\/2027/)).toHaveTextContent("Number M-17")
  expect((await section()).queryByLabelText("Membership number")).not.toBeInTheDocument()
})

test("a number that doesn't fit the email address is refused on its field", async () => {
  const { user } = await openProfile()
  const message = "We don't know a membership with this number and your email address."
  answer("POST /api/users/profile/membership", { message, code: "membership_unknown" }, 409)
  const form = await section()

  await user.type(form.getByLabelText("Membership number"), "99{Enter}")

  expect(await form.findByText(message)).toBeVisible()
  expect(form.getByLabelText("Membership number")).toHaveValue("99")
})
