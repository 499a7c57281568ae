import { screen, waitFor, within } from "@testing-library/react"
import { describe, expect, test } from "vitest"
import { session } from "~/state/session"
import { ana, here, openForm, openProfile, phone } from "~/testing/pages/profilePage"
import { answer, calls } from "~/testing/server"

describe("Change password", () => {
  async function change() {
    const visit = await openForm()
    await visit.user.click(screen.getByRole("button", { name: "Change password" }))
    const form = within(screen.getByRole("form", { name: "Change password" }))
    await visit.user.type(form.getByLabelText("Current password", { selector: "input" }), "the old words")
    await visit.user.type(form.getByLabelText("New password", { selector: "input" }), "four random words")
    return { ...visit, form, press: form.getByRole("button", { name: /^Save new password/ }) }
  }

  test("takes the present one and the new one, and has the person sign in again", async () => {
    answer("PUT /api/users/change-password", { message: "Password changed. Please sign in." })
    const { user, press, address } = await change()

    await user.click(press)

    await waitFor(() => expect(address()).toBe("/login"))
    expect(await screen.findByText("Password changed. Please sign in.")).toBeVisible()
    const sent = calls.find(({ method }) => method === "PUT")
    expect(sent?.body).toEqual({ currentPw: "the old words", newPw: "four random words" })
    expect(session.get().user).toBeNull()
  })

  test("a wrong present password is told at its field", async () => {
    const sentence = "That is not your current password."
    answer("PUT /api/users/change-password", { message: sentence, errors: { currentPw: [sentence] } }, 400)
    const { user, press, form } = await change()

    await user.click(press)

    expect(await form.findByText(sentence)).toBeVisible()
    await waitFor(() => expect(form.getByLabelText("Current password", { selector: "input" })).toHaveFocus())
  })
})

describe("where one is signed in", () => {
  test("every browser is named, and this one is marked", async () => {
    await openProfile([], [here, phone])

    const rows = within(await screen.findByRole("region", { name: "Where you're signed in" }))
    expect(await rows.findByText("Safari on iPhone")).toBeVisible()
    expect(rows.getByText("Last seen 11/20/2026, 12:00 PM PST")).toBeVisible()
    expect(rows.getByText("This device").closest("li")).toHaveTextContent("Firefox on Windows")
    expect(rows.getAllByRole("button", { name: /^Sign out:/ })).toHaveLength(1)
    expect(rows.getByRole("button", { name: /^Sign out:/ })).toHaveAccessibleName(
      "Sign out: Safari on iPhone, last seen 11/20/2026, 12:00 PM PST",
    )
  })

  test("Sign out ends the session there, and the row goes", async () => {
    const { user } = await openProfile([], [here, phone])
    answer(`DELETE /api/users/sessions/${phone._id}`, { message: "Signed out there." })

    const press = await screen.findByRole("button", { name: /^Sign out: Safari on iPhone/ })
    answer("/api/users/sessions", [{ ...here }])
    await user.click(press)

    expect((await screen.findAllByText("Signed out there."))[0]).toBeVisible()
    await waitFor(() => expect(screen.queryByText("Safari on iPhone")).not.toBeInTheDocument())
    expect(screen.queryByRole("button", { name: "Sign out all others" })).not.toBeInTheDocument()
  })

  test("all others can be ended at once", async () => {
    const { user } = await openProfile([], [here, phone])
    answer("DELETE /api/users/sessions", { message: "Signed out everywhere else." })

    const press = await screen.findByRole("button", { name: "Sign out all others" })
    answer("/api/users/sessions", [{ ...here }])
    await user.click(press)

    await waitFor(() => expect(screen.queryByText("Safari on iPhone")).not.toBeInTheDocument())
    expect(screen.getByText("Firefox on Windows")).toBeVisible()
  })

  test("what could not be ended stays, and is said", async () => {
    const { user } = await openProfile([], [here, phone])
    answer(`DELETE /api/users/sessions/${phone._id}`, { message: "The shop is busy." }, 503)

    await user.click(await screen.findByRole("button", { name: /^Sign out:/ }))

    expect((await screen.findAllByText("The shop is busy."))[0]).toBeVisible()
    expect(screen.getByText("Safari on iPhone")).toBeVisible()
  })
})

describe("leaving", () => {
  test("signing out everywhere ends the session here too, and says so", async () => {
    const { user, address } = await openProfile()
    answer("POST /api/users/logout-everywhere", { message: "Signed out everywhere." })

    await user.click(screen.getByRole("button", { name: "Sign out everywhere" }))

    await waitFor(() => expect(address()).toBe("/login"))
    expect(session.get().user).toBeNull()
    expect((await screen.findAllByText("Signed out everywhere."))[0]).toBeVisible()
  })

  test("what keeps the server from signing out everywhere is said, and nobody is signed out here", async () => {
    const { user } = await openProfile()
    answer("POST /api/users/logout-everywhere", { message: "The shop is busy." }, 503)

    await user.click(screen.getByRole("button", { name: "Sign out everywhere" }))

    await waitFor(() => expect(screen.getAllByText("The shop is busy.").length).toBeGreaterThan(0))
    expect(session.get().user?._id).toBe(ana._id)
  })

  test("deleting the account says what stays, and takes the current password", async () => {
    const { user, address } = await openProfile()
    answer("DELETE /api/users/profile", { message: "Your account is deleted." })

    await user.click(screen.getByRole("button", { name: "Delete my account" }))
    const dialog = await screen.findByRole("dialog", { name: "Delete my account?" })
    expect(dialog).toHaveTextContent("order numbers, dates and amounts")
    const press = within(dialog).getByRole("button", { name: /^Delete my account/ })
    await user.click(press)
    expect(await within(dialog).findByText("Enter your current password.")).toBeVisible()
    await user.type(within(dialog).getByLabelText("Current password"), "a few random words")
    await user.click(press)

    await waitFor(() => expect(address()).toBe("/login"))
    expect(calls.findLast(({ method }) => method === "DELETE")!.body).toEqual({ currentPw: "a few random words" })
    expect(session.get().user).toBeNull()
  })

  test("a wrong password is said at its field, and the account stays", async () => {
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
