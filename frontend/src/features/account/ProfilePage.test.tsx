import { screen, waitFor, within } from "@testing-library/react"
import { describe, expect, test } from "vitest"
import type { Order, OrderStatus, Session } from "~/api/types"
import { paths } from "~/paths"
import { session } from "~/state/session"
import { anEmptyShop } from "~/testing/anEmptyShop"
import { anOrder, anOrderBooking, anOrderItem, aUserInfo } from "~/testing/factories"
import { renderAt } from "~/testing/renderAt"
import { answer, calls } from "~/testing/server"

const ana = aUserInfo()

const here: Session = {
  _id: "aaaaaaaaaaaaaaaaaaaaaaaa",
  device: "Firefox on Windows",
  signedInAt: "2026-11-20T20:00:00Z",
  lastSeenAt: "2026-11-20T20:00:00Z",
  isCurrent: true,
}
const phone: Session = { ...here, _id: "bbbbbbbbbbbbbbbbbbbbbbbb", device: "Safari on iPhone", isCurrent: false }

async function openProfile(orders: Order[] = [], sessions: Session[] = [here]) {
  answer("/api/users/profile", { ...ana })
  answer("/api/users/sessions", sessions as never)
  answer("/api/orders/my_orders", orders as never)
  const visit = renderAt(paths.profile(ana._id), { as: ana })
  await screen.findByRole("heading", { name: "Welcome, Ana." })
  return visit
}

async function openForm() {
  const visit = await openProfile()
  const form = within(await screen.findByRole("form", { name: "Profile" }))
  return { ...visit, form, press: form.getByRole("button", { name: /^Update/ }) }
}

describe("one's own details", () => {
  test("stand in their fields", async () => {
    const { form } = await openForm()

    expect(form.getByLabelText("First Name")).toHaveValue("Ana")
    expect(form.getByLabelText("Last Name (optional)")).toHaveValue("Diaz")
    expect(form.getByLabelText("Email Address")).toHaveValue("ana@example.com")
  })

  test("Update saves them, leads home and says so", async () => {
    const { user, form, press, address } = await openForm()
    anEmptyShop()
    const changed = { ...ana, firstName: "Anna", lastName: "" }
    answer("PUT /api/users/profile", changed)

    await user.clear(form.getByLabelText("First Name"))
    await user.type(form.getByLabelText("First Name"), "Anna")
    await user.clear(form.getByLabelText("Last Name (optional)"))
    await user.click(press)

    expect(await screen.findByText("User updated!")).toBeVisible()
    await waitFor(() => expect(address()).toBe("/"))
    const sent = calls.find(({ method }) => method === "PUT")
    expect(sent?.body).toEqual({ firstName: "Anna", lastName: "", email: "ana@example.com" })
    expect(session.get().user).toEqual(changed)
  })

  test("an address that somebody else uses is told at its field", async () => {
    const sentence = "Another account uses this email address."
    const { user, form, press, address } = await openForm()
    answer("PUT /api/users/profile", { message: sentence, errors: { email: [sentence] } }, 409)

    await user.type(form.getByLabelText("Email Address"), ".org")
    await user.click(press)

    expect(await form.findByText(sentence)).toBeVisible()
    expect(form.getByLabelText("Email Address")).toHaveValue("ana@example.com.org")
    expect(address()).toBe(paths.profile(ana._id))
  })

  test("the address has to look like one; nothing else is checked before sending", async () => {
    const { user, form, press } = await openForm()
    answer("PUT /api/users/profile", { message: "No.", errors: { firstName: ["Enter your first name."] } }, 400)

    expect(form.getByLabelText("Email Address")).toHaveAttribute("type", "email")
    await user.clear(form.getByLabelText("First Name"))
    await user.type(form.getByLabelText("Email Address"), " no")
    await user.click(press)
    expect(await form.findByText("Enter an email like name@example.com.")).toBeVisible()
    expect(calls.some(({ method }) => method === "PUT")).toBe(false)
    await user.clear(form.getByLabelText("Email Address"))
    await user.type(form.getByLabelText("Email Address"), "ana@example.com")
    await user.click(press)

    expect(await form.findByText("Enter your first name.")).toBeVisible()
  })

  test("a profile that could not be loaded can be asked for again", async () => {
    answer("/api/users/profile", { message: "Something broke on our side." }, 500)
    answer("/api/orders/my_orders", [])
    answer("/api/users/sessions", [{ ...here }])
    const { user } = renderAt(paths.profile(ana._id), { as: ana })
    expect(await screen.findByText("We couldn't load your profile.")).toBeVisible()
    answer("/api/users/profile", { ...ana })

    await user.click(screen.getByRole("button", { name: "Try again" }))

    expect(await screen.findByLabelText("First Name")).toHaveValue("Ana")
  })
})

test("somebody else's profile is not found", async () => {
  renderAt(paths.profile("ffffffffffffffffffffffff"), { as: ana })

  expect(await screen.findByRole("heading", { name: "That page isn't in our deck." })).toBeVisible()
  expect(calls).toEqual([])
})

describe("your orders", () => {
  const friday = "2026-12-05T03:00:00Z"

  test("show when they were placed, their dates and their total, and lead to the order", async () => {
    const order = anOrder({
      createdAt: "2026-11-20T20:00:00Z",
      totalPrice: 27.6,
      orderItems: [anOrderItem({ name: "Draft Night", bookings: [anOrderBooking({ bookingDate: friday })] })],
    })

    await openProfile([order])

    const link = await screen.findByRole("link", { name: "Order of 11/20/2026" })
    expect(link).toHaveAttribute("href", paths.order(order._id))
    const row = within(link.closest("li")!)
    expect(row.getByRole("listitem")).toHaveTextContent("Draft Night, Fri, Dec 4 · 7:00 PM")
    expect(row.getByText("$27.60")).toBeVisible()
    expect(row.queryByText(/paid/i)).not.toBeInTheDocument()
  })

  test.each<[OrderStatus, string]>([
    ["held", "Not paid yet"],
    ["cancelled", "Cancelled"],
    ["capturing", "Payment being checked"],
    ["review", "Payment being checked"],
    ["partly_refunded", "Partly refunded"],
    ["refunded", "Refunded"],
    ["refund_due", "Refund on its way"],
  ])("%s reads as %j", async (status, word) => {
    await openProfile([anOrder({ status })])

    expect(await screen.findByText(word)).toBeVisible()
  })

  test("there are none yet", async () => {
    await openProfile()

    expect(await screen.findByText("No orders yet.")).toBeVisible()
    expect(screen.getByRole("link", { name: "Find an event" })).toHaveAttribute("href", "/#events")
  })

  test("say that they are loading", async () => {
    answer("/api/users/profile", { ...ana })
    answer("/api/orders/my_orders", [], 200, { delayMs: 50 })
    answer("/api/users/sessions", [{ ...here }])
    renderAt(paths.profile(ana._id), { as: ana })

    expect(await screen.findByText("Loading your orders…")).toBeInTheDocument()
    expect(await screen.findByText("No orders yet.")).toBeVisible()
  })

  test("that could not be loaded can be asked for again", async () => {
    answer("/api/users/profile", { ...ana })
    answer("/api/orders/my_orders", { message: "Something broke on our side." }, 500)
    answer("/api/users/sessions", [{ ...here }])
    const { user } = renderAt(paths.profile(ana._id), { as: ana })
    expect(await screen.findByText("We couldn't load your orders.")).toBeVisible()
    answer("/api/orders/my_orders", [])

    await user.click(screen.getByRole("button", { name: "Try again" }))

    expect(await screen.findByText("No orders yet.")).toBeVisible()
  })
})

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
    expect(rows.getByText("This one").closest("li")).toHaveTextContent("Firefox on Windows")
    expect(rows.getAllByRole("button", { name: /^End it/ })).toHaveLength(1)
  })

  test("End it signs out there, and the row goes", async () => {
    const { user } = await openProfile([], [here, phone])
    answer(`DELETE /api/users/sessions/${phone._id}`, { message: "Signed out there." })

    const press = await screen.findByRole("button", { name: /^End it: Safari on iPhone/ })
    answer("/api/users/sessions", [{ ...here }])
    await user.click(press)

    expect((await screen.findAllByText("Signed out there."))[0]).toBeVisible()
    await waitFor(() => expect(screen.queryByText("Safari on iPhone")).not.toBeInTheDocument())
    expect(screen.queryByRole("button", { name: "End all others" })).not.toBeInTheDocument()
  })

  test("all others can be ended at once", async () => {
    const { user } = await openProfile([], [here, phone])
    answer("DELETE /api/users/sessions", { message: "Signed out everywhere else." })

    const press = await screen.findByRole("button", { name: "End all others" })
    answer("/api/users/sessions", [{ ...here }])
    await user.click(press)

    await waitFor(() => expect(screen.queryByText("Safari on iPhone")).not.toBeInTheDocument())
    expect(screen.getByText("Firefox on Windows")).toBeVisible()
  })

  test("what could not be ended stays, and is said", async () => {
    const { user } = await openProfile([], [here, phone])
    answer(`DELETE /api/users/sessions/${phone._id}`, { message: "The shop is busy." }, 503)

    await user.click(await screen.findByRole("button", { name: /^End it/ }))

    expect((await screen.findAllByText("The shop is busy."))[0]).toBeVisible()
    expect(screen.getByText("Safari on iPhone")).toBeVisible()
  })
})

test("one's data can be taken along as a file", async () => {
  await openProfile()

  const link = screen.getByRole("link", { name: "Download my data" })
  expect(link).toHaveAttribute("href", "/api/users/profile/data")
  expect(link).toHaveAttribute("download")
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
