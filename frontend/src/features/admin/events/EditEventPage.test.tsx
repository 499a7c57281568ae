import { fireEvent, screen, waitFor, within } from "@testing-library/react"
import { http, HttpResponse } from "msw"
import { describe, expect, test } from "vitest"
import type { BookedDate, ProductDetail, ProductPreview } from "~/api/types"
import { paths } from "~/paths"
import { aDate, aProduct, aUserInfo } from "~/testing/factories"
import { onALargeScreen } from "~/testing/largeScreen"
import { renderAt } from "~/testing/renderAt"
import { answer, calls, server } from "~/testing/server"

// Friday, December 11, 2026, 7 to 10 PM at the venue, and the weeks after it: far enough ahead for any clock.
const FRIDAYS = ["2036-12-13T03:00:00Z", "2036-12-20T03:00:00Z", "2036-12-27T03:00:00Z", "2037-01-03T03:00:00Z"]

const aNight = (over: Partial<ProductDetail> = {}) =>
  aProduct({ occurrences: [aDate({ startTime: FRIDAYS[0]! })], ...over })

const aSeries = (over: Partial<ProductDetail> = {}) =>
  aNight({
    isRecurring: true,
    recurringPattern: { recurringInterval: "weekly", endDate: "2037-01-04T07:59:00Z", customOccurrenceConfig: null },
    occurrences: FRIDAYS.map((startTime) => aDate({ startTime })),
    ...over,
  })

const datesAt = (...starts: string[]): ProductPreview["dates"] =>
  starts.map((startTime) => ({ startTime, endTime: aDate({ startTime }).endTime }))

const aBookedDate = (over: Partial<BookedDate> = {}): BookedDate => ({
  startTime: FRIDAYS[0]!,
  endTime: aDate({ startTime: FRIDAYS[0]! }).endTime,
  totalReservations: 3,
  newStartTime: "2036-12-13T04:00:00Z",
  newEndTime: "2036-12-13T07:00:00Z",
  ...over,
})

/** Opens the form. The server answers each save with the event, and previews with `preview`. */
function open(event: ProductDetail, preview: Partial<ProductPreview> = {}) {
  answer(`/api/products/${event._id}`, event)
  answer(`PUT /api/products/${event._id}`, event)
  answer(`POST /api/products/${event._id}/preview`, {
    dates: datesAt(...event.occurrences.map(({ startTime }) => startTime)),
    bookedDates: [],
    overbooked: [],
    ...preview,
  })
  answer("/api/products", { products: [event], page: 1, pages: 1, total: 1 })
  return renderAt(paths.adminEvent(event._id), { as: aUserInfo({ isAdmin: true }) })
}

const saves = () => calls.filter(({ method }) => method === "PUT").map(({ body }) => body as Record<string, unknown>)
const previews = () =>
  calls.filter(({ url }) => url.pathname.endsWith("/preview")).map(({ body }) => body as Record<string, unknown>)
const update = async (user: ReturnType<typeof open>["user"]) =>
  user.click(screen.getByRole("button", { name: "Update" }))
const choose = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

describe("saving", () => {
  test("sends what was changed, says so, and goes to the list", async () => {
    const { user, address } = open(aNight())
    const name = await screen.findByLabelText("Event Name")

    await user.clear(name)
    await user.type(name, "Saturday Draft")
    await user.clear(screen.getByLabelText("List Price"))
    await user.type(screen.getByLabelText("List Price"), "$9.5")
    await update(user)

    expect(await screen.findByText("Product updated!")).toBeVisible()
    await waitFor(() => expect(address()).toBe("/admin/products"))
    expect(saves()).toEqual([
      expect.objectContaining({
        name: "Saturday Draft",
        price: 9.5,
        maximumEventCapacity: 24,
        startTime: FRIDAYS[0],
        isRecurring: false,
        recurringPattern: null,
      }),
    ])
  })

  test("the times are the venue's and say so; a new start takes the end along", async () => {
    const { user } = open(aNight())
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

  test("a wrong field keeps it from leaving, with the words beside it", async () => {
    const { user } = open(aNight())
    await screen.findByLabelText("Event Name")

    choose(/^End Time/, "2036-12-12T18:00")
    await update(user)

    const end = screen.getByLabelText(/^End Time/)
    expect(end).toHaveAccessibleDescription("End time must be after start time.")
    await waitFor(() => expect(end).toHaveFocus())
    expect(saves()).toEqual([])
  })

  test("fewer seats than are taken is told at Count In Stock", async () => {
    const event = aNight()
    const message = "5 seats are taken on Friday, December 12. Offer at least as many."
    const { user } = open(event)
    const seats = await screen.findByLabelText("Count In Stock")
    const refusal = { message, code: "over_capacity", errors: { maximumEventCapacity: ["At least 5."] } }
    answer(`PUT /api/products/${event._id}`, refusal, 409)

    await user.clear(seats)
    await user.type(seats, "2")
    await update(user)

    await waitFor(() => expect(seats).toHaveAccessibleDescription(`Seats on each date ${message}`))
    expect(seats).toHaveValue("2")
  })

  test.each([
    ["Move them", true],
    ["Keep the old times", false],
  ])("booked dates are asked about: %s", async (button, moveBookings) => {
    const event = aNight()
    const { user, address } = open(event)
    await screen.findByLabelText("Event Name")
    server.use(
      http.put(
        `*/api/products/${event._id}`,
        () => {
          const refusal = { message: "These dates have bookings.", code: "booked_dates", bookedDates: [aBookedDate()] }
          return HttpResponse.json(refusal, { status: 409 })
        },
        { once: true },
      ),
    )

    choose(/^Start Time/, "2036-12-12T20:00")
    await update(user)
    const dialog = await screen.findByRole("dialog", { name: "Move these bookings too?" })
    expect(dialog).toHaveTextContent("Fri, Dec 12 · 7:00 PM, 3 seats")
    expect(dialog).toHaveTextContent("would move to Fri, Dec 12 · 8:00 PM")
    await user.click(within(dialog).getByRole("button", { name: button }))

    await waitFor(() => expect(address()).toBe("/admin/products"))
    expect(saves()).toEqual([expect.objectContaining({ moveBookings, startTime: "2036-12-13T04:00Z" })])
  })

  test("what was typed is not left behind without asking", async () => {
    const { user, address } = open(aNight())
    await user.type(await screen.findByLabelText("Event Name"), "!")

    await user.click(screen.getByRole("link", { name: "Go Back" }))
    const question = await screen.findByRole("alertdialog", { name: "Leave without saving?" })
    await user.click(within(question).getByRole("button", { name: "Cancel" }))
    expect(screen.getByLabelText("Event Name")).toHaveValue("Friday Commander Night!")

    await user.click(screen.getByRole("link", { name: "Go Back" }))
    await user.click(await screen.findByRole("button", { name: "Leave" }))
    await waitFor(() => expect(address()).toBe("/admin/products"))
  })
})

describe("how it repeats", () => {
  test("is read from the pattern, and its rule text is shown nowhere", async () => {
    open(
      aSeries({
        rrule: "DTSTART;TZID=America/Los_Angeles:20361212T190000\nRRULE:FREQ=MONTHLY;BYDAY=2FR,-1FR",
        recurringPattern: {
          recurringInterval: "custom",
          endDate: null,
          customOccurrenceConfig: { dayOfWeek: 4, weekOfMonth: [2, 5] },
        },
      }),
    )

    expect(await screen.findByRole("radio", { name: "Yes" })).toBeChecked()
    expect(screen.getByRole("radio", { name: "Custom" })).toBeChecked()
    expect(screen.getByRole("radio", { name: "Friday" })).toBeChecked()
    const checked = screen.getAllByRole<HTMLInputElement>("checkbox").filter((box) => box.checked)
    expect(checked.map((box) => box.value)).toEqual(["2", "5"])
    expect(screen.getByLabelText(/Repeats until/)).toHaveValue("")
    expect(document.body.textContent).not.toMatch(/RRULE|FREQ|BYDAY/)
  })

  test("a custom rule is sent with Monday as 0 and Last as 5, and said in words with the server's next dates", async () => {
    const event = aNight()
    const { user } = open(event, { dates: datesAt(...FRIDAYS) })

    await user.click(await screen.findByRole("radio", { name: "Yes" }))
    await user.click(screen.getByRole("radio", { name: "Custom" }))
    expect(screen.getByRole("radio", { name: "Friday" })).toBeChecked() // the start's own weekday
    await user.click(screen.getByRole("radio", { name: "Sunday" }))
    await user.click(screen.getByRole("checkbox", { name: "2nd" }))
    await user.click(screen.getByRole("checkbox", { name: "Last" }))
    await user.click(screen.getByRole("button", { name: "Clear the end" }))

    const rule = {
      recurringInterval: "custom",
      endDate: null,
      customOccurrenceConfig: { dayOfWeek: 6, weekOfMonth: [2, 5] },
    }
    const words = "Repeats on the 2nd and last Sunday of every month, 7:00–10:00 PM PST, with no end."
    expect(await screen.findByText(words)).toBeVisible()
    expect(await screen.findByText("Next: Dec 12, 2036, Dec 19, 2036, Dec 26, 2036 … 4 dates in all")).toBeVisible()
    await waitFor(() => expect(previews().at(-1)).toMatchObject({ isRecurring: true, recurringPattern: rule }))
    await update(user)
    await waitFor(() => expect(saves()[0]).toMatchObject({ isRecurring: true, recurringPattern: rule }))
  })

  test("needs a week of the month when it is custom", async () => {
    const { user } = open(aNight())

    await user.click(await screen.findByRole("radio", { name: "Yes" }))
    await user.click(screen.getByRole("radio", { name: "Custom" }))
    await update(user)

    expect(screen.getByText("Choose at least one week of the month.")).toBeVisible()
    await user.click(screen.getByRole("checkbox", { name: "1st" }))
    expect(screen.queryByText("Choose at least one week of the month.")).not.toBeInTheDocument()
    expect(saves()).toEqual([])
  })

  test("what would happen to booked dates is told while typing", async () => {
    const { user } = open(aSeries(), {
      bookedDates: [aBookedDate({ effect: "asks" }), aBookedDate({ startTime: FRIDAYS[1]!, effect: "stays" })],
      overbooked: [aBookedDate({ totalReservations: 30 })],
    })

    await user.click(await screen.findByRole("radio", { name: "Daily" }))

    expect(await screen.findByText("2 booked dates would be touched:")).toBeVisible()
    expect(screen.getByText(/Fri, Dec 12 · 7:00 PM, 3 seats: you'll be asked whether it moves/)).toBeVisible()
    expect(screen.getByText(/Fri, Dec 19 · 7:00 PM, 3 seats: stays, although the new rule/)).toBeVisible()
    expect(screen.getByLabelText("Count In Stock")).toHaveAccessibleDescription(
      "Seats on each date 30 seats are taken on Fri, Dec 12. Offer at least as many.",
    )
  })
})

describe("the picture", () => {
  const picture = new File([new Uint8Array(200)], "night.png", { type: "image/png" })

  test("goes up as soon as it is chosen, and into the event with the save", async () => {
    answer("POST /api/upload", { message: "Image uploaded.", image: "/media/events/new.jpg" }, 201)
    const { user } = open(aNight())

    await user.upload(await screen.findByLabelText(/Event Image/), picture)

    expect(await screen.findByText("Image uploaded.")).toBeVisible()
    expect(await screen.findByRole("img", { name: "The event's picture now" })).toHaveAttribute(
      "src",
      "/media/events/new.jpg",
    )
    await update(user)
    await waitFor(() => expect(saves()[0]).toMatchObject({ image: "/media/events/new.jpg" }))
  })

  test("can be dropped", async () => {
    answer("POST /api/upload", { message: "Image uploaded.", image: "/media/events/new.jpg" }, 201)
    open(aNight())

    fireEvent.drop(await screen.findByTestId("drop-area"), { dataTransfer: { files: [picture] } })

    expect(await screen.findByRole("img", { name: "The event's picture now" })).toBeInTheDocument()
  })

  test("that the server refuses, and one of a wrong kind, is told beside it", async () => {
    const message = "That file is not a picture."
    answer("POST /api/upload", { message, code: "picture_refused", errors: { image: [message] } }, 415)
    open(aNight())
    const field = await screen.findByLabelText(/Event Image/)

    fireEvent.change(field, { target: { files: [picture] } })
    await waitFor(() => expect(field).toHaveAccessibleDescription(expect.stringContaining(message)))

    fireEvent.change(field, { target: { files: [new File(["<svg/>"], "a.svg", { type: "image/svg+xml" })] } })
    expect(field).toHaveAccessibleDescription(expect.stringContaining("Choose a JPEG, PNG, WebP or AVIF picture."))
    expect(calls.filter(({ url }) => url.pathname === "/api/upload")).toHaveLength(1)
  })
})

describe("the whole event", () => {
  test("a draft says who can see it; the card shows what visitors will", async () => {
    onALargeScreen()
    const { user } = open(aNight({ status: "draft", occurrences: [], name: "Edit me!", startTime: FRIDAYS[0]! }))
    expect(await screen.findByText("Draft: visitors can't see this until you press Update.")).toBeVisible()

    const name = screen.getByLabelText<HTMLInputElement>("Event Name")
    await user.click(screen.getByLabelText("Card Set"))
    name.focus()
    await user.keyboard("Draft night") // the placeholder is selected, so this replaces it

    expect(name).toHaveValue("Draft night")
    const card = within(screen.getByRole("region", { name: "How visitors see it" }))
    expect(card.getByRole("heading", { level: 3, name: "Draft night" })).toBeVisible()
    expect(card.queryByRole("link")).not.toBeInTheDocument()
  })

  test("a clone is a new draft with the same fields", async () => {
    const event = aSeries({ image: "/media/events/a.jpg", format: "Draft" })
    const made = aNight({ status: "draft", name: event.name })
    const { user, address } = open(event)
    answer("POST /api/products", made, 201)
    answer(`/api/products/${made._id}`, made)
    answer(`POST /api/products/${made._id}/preview`, { dates: [], bookedDates: [], overbooked: [] })

    await user.click(await screen.findByRole("button", { name: "Clone" }))

    await waitFor(() => expect(address()).toBe(paths.adminEvent(made._id)))
    const sent = calls.find(({ method, url }) => method === "POST" && url.pathname === "/api/products")!.body
    const { name, image, format, price, recurringPattern, startTime, maximumEventCapacity } = event
    expect(sent).toMatchObject({ name, image, format, price, recurringPattern, startTime, maximumEventCapacity })
  })

  test("that isn't there is told kindly", async () => {
    answer("/api/products/none", { message: "Not found." }, 404)
    renderAt(paths.adminEvent("none"), { as: aUserInfo({ isAdmin: true }) })

    expect(await screen.findByText("We can't find that event.")).toBeVisible()
  })
})

describe("coming dates", () => {
  const rowOf = (day: string) =>
    within(screen.getByRole("region", { name: "Coming dates" }))
      .getAllByRole("listitem")
      .find((row) => row.textContent?.startsWith(day))!

  test("one can be skipped, after a question, and the skip undone", async () => {
    const event = aSeries()
    const { user } = open(event)
    answer(`POST /api/products/${event._id}/snooze`, event)
    answer(`POST /api/products/${event._id}/unsnooze`, event)

    await user.click(await screen.findByRole("button", { name: "Snooze Fri, Dec 19" }))
    const question = await screen.findByRole("alertdialog", {
      name: "Skip Friday Commander Night on Fri, Dec 19?",
    })
    await user.click(within(question).getByRole("button", { name: "Snooze" }))
    await user.click(await screen.findByRole("button", { name: "Undo" }))

    const sent = calls.filter(({ url }) => url.pathname.includes("snooze"))
    await waitFor(() => expect(calls.filter(({ url }) => url.pathname.endsWith("/unsnooze"))).toHaveLength(1))
    expect(sent[0]!.body).toEqual({ startTime: FRIDAYS[1] })
  })

  test("one that is skipped is shown so and can be brought back", async () => {
    const event = aSeries({
      occurrences: [FRIDAYS[0]!, FRIDAYS[2]!].map((startTime) => aDate({ startTime })),
      skippedDates: [FRIDAYS[1]!],
    })
    const { user } = open(event)
    answer(`POST /api/products/${event._id}/unsnooze`, event)

    await user.click(await screen.findByRole("button", { name: "Unsnooze Fri, Dec 19" }))

    expect(await screen.findByText("Friday Commander Night on Fri, Dec 19 is back.")).toBeVisible()
    expect(rowOf("Fri, Dec 19")).toHaveTextContent("Snoozed")
    expect(rowOf("Fri, Dec 26")).toHaveTextContent("0/24 seats taken")
  })

  test("a booked one says how many and offers everyone their money back, for a reason", async () => {
    const event = aSeries({ occurrences: [aDate({ startTime: FRIDAYS[0]!, countInStock: 19 })] })
    const { user } = open(event)
    answer(`POST /api/products/${event._id}/snooze`, event)

    await user.click(await screen.findByRole("button", { name: "Snooze Fri, Dec 12" }))
    const dialog = await screen.findByRole("dialog", { name: "Friday Commander Night on Fri, Dec 12 has bookings" })
    expect(dialog).toHaveTextContent("5 seats are booked on Fri, Dec 12.")
    await user.click(within(dialog).getByRole("button", { name: "Refund everyone and skip" }))
    await waitFor(() => expect(within(dialog).getByLabelText("Reason")).toHaveFocus())
    await user.type(within(dialog).getByLabelText("Reason"), "No power.")
    await user.click(within(dialog).getByRole("button", { name: "Refund everyone and skip" }))

    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument())
    const sent = calls.filter(({ url }) => url.pathname.endsWith("/snooze")).map(({ body }) => body)
    expect(sent).toEqual([{ startTime: FRIDAYS[0], refund: true, reason: "No power." }])
  })

  test("one that was booked meanwhile turns the question into that offer", async () => {
    const event = aSeries()
    const { user } = open(event)
    const refusal = { message: "2 seats are booked.", code: "date_has_bookings", totalReservations: 2 }
    answer(`POST /api/products/${event._id}/snooze`, refusal, 409)

    await user.click(await screen.findByRole("button", { name: "Snooze Fri, Dec 12" }))
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Snooze" }))

    expect(await screen.findByText("2 seats are booked on Fri, Dec 12.")).toBeVisible()
    expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument()
  })
})
