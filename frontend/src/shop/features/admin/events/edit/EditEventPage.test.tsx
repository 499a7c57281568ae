import { act, fireEvent, screen, waitFor, within } from "@testing-library/react"
import { describe, expect, test } from "vitest"
import { paths } from "~/shop/paths"
import { session } from "~/shop/state/session"
import { aUserInfo } from "~/testing/factories"
import { anEvent, aSeries, choose, openDates, openForm, saves, update } from "~/testing/pages/editEvent"
import { answer, requests } from "~/testing/browser"

describe("saving", () => {
  test("sends the changes, shows a toast and opens the list", async () => {
    const event = anEvent()
    const { user, address } = openForm(event)
    const name = await screen.findByLabelText("Event Name")

    await user.clear(name)
    await user.type(name, "Saturday Draft")
    await user.clear(screen.getByLabelText("List Price"))
    await user.type(screen.getByLabelText("List Price"), "$9.5")
    await update(user)

    expect(await screen.findByText("Product updated!")).toBeVisible()
    await waitFor(() => expect(address()).toBe("/admin/products"))
    expect(screen.getByRole("button", { name: "See it" })).toBeVisible()
    const { _id: productId, name: before, price } = event
    expect(saves()).toEqual([{ productId, name: "Saturday Draft", price: 9.5, seen: { name: before, price } }])
  })

  async function typeUntilTheSessionEnds() {
    const event = anEvent()
    const visit = openForm(event)
    const before = session.get().user!
    await visit.user.type(await screen.findByLabelText("Event Name"), " at the Kettle")
    answer(`PUT /api/products/${event._id}`, { message: "Please sign in." }, 401)
    await update(visit.user)
    expect(await screen.findByText("Please sign in again")).toBeVisible()
    expect(visit.address()).toBe(paths.signIn(paths.adminEvent(event._id)))
    answer(`PUT /api/products/${event._id}`, event)
    return { ...visit, event, before }
  }

  test("what was typed is there again when the session had ended and the same user has signed in", async () => {
    const { user, event, before } = await typeUntilTheSessionEnds()
    act(() => session.setUser(before))

    expect(await screen.findByLabelText("Event Name")).toHaveValue(`${event.name} at the Kettle`)
    await update(user)
    await waitFor(() => expect(saves().at(-1)).toMatchObject({ name: `${event.name} at the Kettle` }))
  })

  test("what was typed isn't there for another user who signs in then", async () => {
    const { event } = await typeUntilTheSessionEnds()
    act(() => session.setUser(aUserInfo({ isAdmin: true })))

    expect(await screen.findByLabelText("Event Name")).toHaveValue(event.name)
  })

  test("times are labeled with the venue's time zone, and a new start moves the end", async () => {
    const { user } = openForm(anEvent())
    const start = await screen.findByLabelText("Start Time (venue time, PST)")
    expect(start).toHaveValue("2036-12-12T19:00")

    choose(/^Start Time/, "2036-07-04T18:30")

    expect(screen.getByLabelText("Start Time (venue time, PDT)")).toBeVisible()
    expect(screen.getByLabelText(/^End Time/)).toHaveValue("2036-07-04T21:30")
    await update(user)
    await waitFor(() =>
      expect(saves()[0]).toMatchObject({ startTime: "2036-07-05T01:30Z", endTime: "2036-07-05T04:30Z" }),
    )
  })

  test("an end before the start is reported while typing", async () => {
    openForm(anEvent())
    await screen.findByLabelText("Event Name")

    choose(/^End Time/, "2036-12-12T18:00")

    expect(screen.getByText("The event ends before it starts.")).toBeVisible()
  })

  test("an invalid field prevents saving and shows its error", async () => {
    const { user } = openForm(anEvent())
    await screen.findByLabelText("Event Name")

    choose(/^End Time/, "2036-12-12T18:00")
    await update(user)

    const end = screen.getByLabelText(/^End Time/)
    expect(end).toHaveAccessibleDescription("End time must be after start time.")
    await waitFor(() => expect(end).toHaveFocus())
    expect(saves()).toEqual([])
  })

  test("leaving the page with unsaved changes asks for confirmation", async () => {
    const { user, address } = openForm(anEvent())
    await user.type(await screen.findByLabelText("Event Name"), "!")

    await user.click(screen.getByRole("link", { name: "Go Back" }))
    const dialog = await screen.findByRole("alertdialog", { name: "Leave without saving?" })
    await user.click(within(dialog).getByRole("button", { name: "Cancel" }))
    expect(screen.getByLabelText("Event Name")).toHaveValue("Friday Commander Night!")

    await user.click(screen.getByRole("link", { name: "Go Back" }))
    await user.click(await screen.findByRole("button", { name: "Leave" }))
    await waitFor(() => expect(address()).toBe("/admin/products"))
  })
})

describe("the image", () => {
  const image = new File([new Uint8Array(200)], "event.png", { type: "image/png" })

  test("is uploaded as soon as it is chosen, and set by the next save", async () => {
    answer("POST /api/upload", { message: "Image uploaded.", image: "/media/events/new.jpg" }, 201)
    const { user } = openForm(anEvent())

    await user.upload(await screen.findByLabelText(/Event Image/), image)

    expect(await screen.findByText("Image uploaded.")).toBeVisible()
    expect(await screen.findByRole("img", { name: "Current event image" })).toHaveAttribute(
      "src",
      "/media/events/new.jpg",
    )
    await update(user)
    await waitFor(() => expect(saves()[0]).toMatchObject({ image: "/media/events/new.jpg" }))
  })

  test("can be dropped", async () => {
    answer("POST /api/upload", { message: "Image uploaded.", image: "/media/events/new.jpg" }, 201)
    openForm(anEvent())

    fireEvent.drop(await screen.findByTestId("drop-area"), { dataTransfer: { files: [image] } })

    expect(await screen.findByRole("img", { name: "Current event image" })).toBeInTheDocument()
  })

  test("shows an error if the server refuses it or its type is wrong", async () => {
    const message = "That file is not an image."
    answer("POST /api/upload", { message, code: "picture_refused", errors: { image: [message] } }, 415)
    openForm(anEvent())
    const field = await screen.findByLabelText(/Event Image/)

    fireEvent.change(field, { target: { files: [image] } })
    await waitFor(() => expect(field).toHaveAccessibleDescription(expect.stringContaining(message)))

    fireEvent.change(field, { target: { files: [new File(["<svg/>"], "a.svg", { type: "image/svg+xml" })] } })
    expect(field).toHaveAccessibleDescription(expect.stringContaining("Choose a JPEG, PNG, WebP or AVIF image."))
    expect(requests("/api/upload")).toHaveLength(1)
  })
})

describe("the edit page", () => {
  test("a draft lists its placeholders and isn't sold out while it has no seats", async () => {
    const placeholders = { name: "Edit me!", category: "DEF", cardSet: "DEF", description: "Edit me!", maximumEventCapacity: 0, eventLocation: "Default" } // prettier-ignore
    const { user } = openForm(anEvent({ status: "draft", occurrences: [], ...placeholders }))

    expect(
      await screen.findByText(
        "Still placeholders: Event Name, Category, Card Set, Description, Event Location, 0 seats",
      ),
    ).toBeVisible()
    expect(screen.queryByText("Sold Out!")).not.toBeInTheDocument()
    await user.type(screen.getByLabelText("Event Name"), "Saturday Draft")
    choose(/^Count In Stock/, "24")

    expect(screen.getByText("Still placeholders: Category, Card Set, Description, Event Location")).toBeVisible()
  })

  test("cloning creates a draft with the same fields", async () => {
    const event = aSeries({ image: "/media/events/a.jpg", format: "Draft" })
    const created = anEvent({ status: "draft", name: event.name })
    const { user, address } = openForm(event)
    answer("POST /api/products", created, 201)
    answer(`/api/products/${created._id}`, created)
    answer(`POST /api/products/${created._id}/preview`, {
      dates: [],
      skippedDates: [],
      bookedDates: [],
      overbooked: [],
    })

    await user.click(await screen.findByRole("button", { name: "Clone" }))

    await waitFor(() => expect(address()).toBe(paths.adminEvent(created._id)))
    const sent = requests("POST /api/products")[0]!.body
    const { name, image, format, price, recurringPattern, startTime, maximumEventCapacity, refundPolicy } = event
    const { eventLocation } = event
    const copied = { name, image, format, price, recurringPattern, startTime, maximumEventCapacity, refundPolicy }
    expect(sent).toMatchObject({ ...copied, eventLocation, questionsOf: event._id })
  })
})

test("unsaved fields are kept while staff look at the dates", async () => {
  const event = anEvent()
  const { user, address } = openForm(event)
  const name = await screen.findByLabelText("Event Name")
  await user.clear(name)
  await user.type(name, "Draft night")

  await user.click(screen.getByRole("tab", { name: "Dates" }))

  await waitFor(() => expect(address()).toBe(paths.adminEvent(event._id, "?tab=dates")))
  expect(await screen.findByRole("region", { name: "Upcoming dates" })).toBeVisible()
  expect(name).not.toBeVisible()
  await user.click(screen.getByRole("tab", { name: "Details (not saved)" }))
  await waitFor(() => expect(name).toBeVisible())
  expect(name).toHaveValue("Draft night")
  expect(address()).toBe(paths.adminEvent(event._id))
  await update(user)
  await waitFor(() => expect(saves()[0]).toMatchObject({ name: "Draft night" }))
})

test("arrow keys choose a tab, and only the chosen one is a stop of the Tab key", async () => {
  const { user } = openForm(anEvent())
  const details = await screen.findByRole("tab", { name: "Details" })
  const dates = screen.getByRole("tab", { name: "Dates" })
  details.focus()

  await user.keyboard("{ArrowRight}")

  await waitFor(() => expect(dates).toHaveAttribute("aria-selected", "true"))
  expect(dates).toHaveFocus()
  expect(await screen.findByRole("tabpanel", { name: "Dates" })).toBeVisible()
  expect([details.tabIndex, dates.tabIndex]).toEqual([-1, 0])
  await user.keyboard("{Home}")
  await waitFor(() => expect(details).toHaveAttribute("aria-selected", "true"))
  expect(details).toHaveFocus()
})

test("the dates say how they repeat, and lead to the form's times", async () => {
  const { user } = openDates(aSeries())

  expect(
    await screen.findByText(/^Repeats every Friday, 7:00–10:00 PM venue time, until Sat, Jan 3, 2037\.$/),
  ).toBeVisible()
  await user.click(screen.getByRole("button", { name: "Change the schedule" }))

  await waitFor(() => expect(screen.getByLabelText(/^Start Time/)).toHaveFocus())
})

test("a draft has no dates yet", async () => {
  openDates(anEvent({ status: "draft" }))

  expect(await screen.findByText("A draft's dates are here once it is public.")).toBeVisible()
  expect(screen.queryByRole("button", { name: /^Cancel/ })).not.toBeInTheDocument()
})
