import { act, screen, waitFor, within } from "@testing-library/react"
import { describe, expect, test } from "vitest"
import { formatMoment } from "~/common/lib/time/dates"
import { paths } from "~/shop/paths"
import { session } from "~/shop/state/session"
import { aUserInfo } from "~/testing/factories"
import { ana, here, openForm, openProfile, phone } from "~/testing/pages/profilePage"
import { answer, hold, requests } from "~/testing/browser"

test("Change password sends the current and the new password, and signs the user out", async () => {
  answer("PUT /api/users/change-password", { message: "Password changed. Please sign in." })
  const { user, address } = await openForm()
  await user.click(screen.getByRole("button", { name: "Change password" }))
  const form = within(screen.getByRole("form", { name: "Change password" }))
  const [current, next] = ["Current password", "New password"].map((label) =>
    form.getByLabelText(label, { selector: "input" }),
  )
  for (const field of [current, next]) expect(field).toHaveAttribute("type", "password")
  await user.type(current!, "the old words")
  await user.type(next!, "four random words")

  await user.click(form.getByRole("button", { name: /^Save new password/ }))

  await waitFor(() => expect(address()).toBe("/login"))
  expect(await screen.findByText("Password changed. Please sign in.")).toBeVisible()
  const sent = requests("PUT")[0]
  expect(sent?.body).toMatchObject({ currentPw: "the old words", newPw: "four random words" })
  expect(session.get().user).toBeNull()
})

describe("Where you're signed in", () => {
  test("lists every browser and marks this one", async () => {
    await openProfile([], [here, phone])

    const rows = within(await screen.findByRole("region", { name: "Where you're signed in" }))
    expect(await rows.findByText("Safari on iPhone")).toBeVisible()
    expect(rows.getByText(/^Last seen Fri, Nov 20.*, 12:00 PM PST$/)).toBeVisible()
    expect(rows.getByText("This device").closest("li")).toHaveTextContent("Firefox on Windows")
    expect(rows.getAllByRole("button", { name: /^Sign out:/ })).toHaveLength(1)
    expect(rows.getByRole("button", { name: /^Sign out:/ })).toHaveAccessibleName(
      `Sign out: Safari on iPhone, last seen ${formatMoment("2026-11-20T20:00:00Z")}`,
    )
  })

  test("the next user of the browser doesn't see the devices of the one before", async () => {
    const { router } = await openProfile([], [here, phone])
    await screen.findByText("Safari on iPhone")
    const held = hold()
    answer("/api/users/sessions", [{ ...here, device: "Chrome on Android" }], 200, held)
    const bo = aUserInfo({ firstName: "Bo" })
    act(() => session.expire())
    act(() => session.setUser(bo))
    await act(() => router.navigate(paths.profile(bo._id)))

    await screen.findByRole("heading", { name: "Welcome, Bo." })
    expect(screen.queryByText("Safari on iPhone")).not.toBeInTheDocument()
    held.release()
    expect(await screen.findByText("Chrome on Android")).toBeVisible()
  })

  test("Sign out ends that session and removes its row", async () => {
    const { user } = await openProfile([], [here, phone])
    answer(`DELETE /api/users/sessions/${phone._id}`, { message: "Signed out there." })

    const button = await screen.findByRole("button", { name: /^Sign out: Safari on iPhone/ })
    answer("/api/users/sessions", [{ ...here }])
    await user.click(button)

    expect((await screen.findAllByText("Signed out there."))[0]).toBeVisible()
    await waitFor(() => expect(screen.queryByText("Safari on iPhone")).not.toBeInTheDocument())
    expect(screen.queryByRole("button", { name: "Sign out all others" })).not.toBeInTheDocument()
  })

  test("Sign out all others ends all sessions but this one", async () => {
    const { user } = await openProfile([], [here, phone])
    answer("DELETE /api/users/sessions", { message: "Signed out everywhere else." })

    const button = await screen.findByRole("button", { name: "Sign out all others" })
    answer("/api/users/sessions", [{ ...here }])
    await user.click(button)

    await waitFor(() => expect(screen.queryByText("Safari on iPhone")).not.toBeInTheDocument())
    expect(screen.getByText("Firefox on Windows")).toBeVisible()
  })
})

describe("Your account", () => {
  test("Sign out everywhere ends this session too and shows a toast", async () => {
    const { user, address } = await openProfile()
    answer("POST /api/users/logout-everywhere", { message: "Signed out everywhere." })

    await user.click(screen.getByRole("button", { name: "Sign out everywhere" }))

    await waitFor(() => expect(address()).toBe("/login"))
    expect(session.get().user).toBeNull()
    expect((await screen.findAllByText("Signed out everywhere."))[0]).toBeVisible()
  })

  test("deleting the account explains what is kept and requires the current password", async () => {
    const { user, address } = await openProfile()
    answer("DELETE /api/users/profile", { message: "Your account is deleted." })

    await user.click(screen.getByRole("button", { name: "Delete my account" }))
    const dialog = await screen.findByRole("dialog", { name: "Delete my account?" })
    expect(dialog).toHaveTextContent("order numbers, dates and amounts")
    const button = within(dialog).getByRole("button", { name: /^Delete my account/ })
    await user.click(button)
    expect(await within(dialog).findByText("Enter your current password.")).toBeVisible()
    await user.type(within(dialog).getByLabelText("Current password"), "a few random words")
    await user.click(button)

    await waitFor(() => expect(address()).toBe("/login"))
    expect(requests("DELETE").at(-1)!.body).toMatchObject({ currentPw: "a few random words" })
    expect(session.get().user).toBeNull()
  })

  test("the account isn't deleted with a wrong password, which is shown on its field", async () => {
    const { user } = await openProfile()
    const wrong = "That is not your current password."
    answer("DELETE /api/users/profile", { message: wrong, errors: { currentPw: [wrong] } }, 400)

    await user.click(screen.getByRole("button", { name: "Delete my account" }))
    const field = await screen.findByLabelText("Current password")
    await user.type(field, "something else{Enter}")

    await waitFor(() => expect(field).toHaveAccessibleDescription(wrong))
    expect(session.get().user?._id).toBe(ana._id)
  })
})
