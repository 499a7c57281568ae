import { screen, waitFor, within } from "@testing-library/react"
import { describe, expect, test } from "vitest"
import {
  aBookedDate,
  anEvent,
  aSeries,
  datesAt,
  FRIDAYS,
  openDates,
  openForm,
  previews,
  saves,
  update,
} from "~/testing/pages/editEvent"
import { aDate } from "~/testing/factories"
import { answer, calls, concerning, requests } from "~/testing/browser"

describe("the recurrence", () => {
  test("is read from the pattern, and its rrule isn't shown", async () => {
    openForm(
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

  test("a custom rule is sent with Sunday as 6 and Last as 5, and described with the server's next dates", async () => {
    const event = anEvent()
    const { user } = openForm(event, { dates: datesAt(...FRIDAYS) })

    await user.click(await screen.findByRole("radio", { name: "Yes" }))
    await user.click(screen.getByRole("radio", { name: "Custom" }))
    expect(screen.getByRole("radio", { name: "Friday" })).toBeChecked() // the start's own weekday
    await user.click(screen.getByRole("radio", { name: "Sunday" }))
    await user.click(screen.getByRole("checkbox", { name: "2nd" }))
    await user.click(screen.getByRole("checkbox", { name: "Last" }))
    await user.click(screen.getByRole("button", { name: "Remove end date" }))

    const rule = {
      recurringInterval: "custom",
      endDate: null,
      customOccurrenceConfig: { dayOfWeek: 6, weekOfMonth: [2, 5] },
    }
    const text = "Repeats on the 2nd and last Sunday of every month, 7:00–10:00 PM venue time, with no end."
    const next = await screen.findByText(/^Next: /)
    expect(next).toHaveTextContent(
      "Next: Fri, Dec 12, 2036 · Fri, Dec 19, 2036 · Fri, Dec 26, 2036 … 4 dates until Fri, Jan 2, 2037, and more after that",
    )
    expect(next.parentElement).toHaveTextContent(text)
    await waitFor(() => expect(previews().at(-1)).toMatchObject({ isRecurring: true, recurringPattern: rule }))
    await update(user)
    await waitFor(() => expect(saves()[0]).toMatchObject({ isRecurring: true, recurringPattern: rule }))
  })

  test("a series with an end shows its number of dates and which are canceled", async () => {
    openForm(aSeries(), { skippedDates: ["2036-12-20T03:00:00Z", "2036-12-27T03:00:00Z"] })

    expect(await screen.findByText(/^Next: .* … 4 dates in total$/)).toBeVisible()
    expect(screen.getByText("Fri, Dec 19, 2036 · Fri, Dec 26, 2036 are canceled")).toBeVisible()
  })

  test("Monthly offers to repeat on the start's weekday of the month instead", async () => {
    const { user } = openForm(anEvent())

    await user.click(await screen.findByRole("radio", { name: "Yes" }))
    expect(screen.getByRole("group", { name: "Repeats" })).toHaveAccessibleDescription(
      "Monthly: the same day of the month. Custom: such as the 2nd Friday.",
    )
    await user.click(screen.getByRole("radio", { name: "Monthly" }))
    await user.click(screen.getByRole("button", { name: "On the 2nd Friday instead" }))

    expect(screen.getByRole("radio", { name: "Custom" })).toHaveFocus()
    expect(screen.getByRole("radio", { name: "Custom" })).toBeChecked()
    expect(screen.getByText(/^Repeats on the 2nd Friday of every month/)).toBeVisible()
    expect(screen.queryByRole("button", { name: /instead$/ })).not.toBeInTheDocument()
    expect(screen.getByRole("radio", { name: "Friday" })).toBeChecked()
    expect(screen.getByRole("checkbox", { name: "2nd" })).toBeChecked()
  })

  test("effects on booked dates are shown while typing", async () => {
    const { user } = openForm(aSeries(), {
      bookedDates: [aBookedDate({ effect: "asks" }), aBookedDate({ startTime: FRIDAYS[1]!, effect: "stays" })],
      overbooked: [aBookedDate({ totalReservations: 30 })],
    })

    await user.click(await screen.findByRole("radio", { name: "Daily" }))

    expect(await screen.findByText("2 booked dates would be affected:")).toBeVisible()
    expect(screen.getByText(/Fri, Dec 12 · 7:00 PM, 3 seats: you'll be asked whether it moves/)).toBeVisible()
    expect(
      screen.getByText(/Fri, Dec 19 · 7:00 PM, 3 seats: stays, although it isn't in the new schedule/),
    ).toBeVisible()
    expect(screen.getByLabelText("Count In Stock")).toHaveAccessibleDescription(
      "Seats on each date Fri, Dec 12 has 30 seats taken. Enter 30 or more.",
    )
  })
})

describe("upcoming dates", () => {
  const rowOf = (day: string) =>
    within(screen.getByRole("region", { name: "Upcoming dates" }))
      .getAllByRole("listitem")
      .find((row) => row.textContent?.startsWith(day))!

  test("a date can be canceled after confirmation, and that undone", async () => {
    const event = aSeries()
    const { user } = openDates(event)
    answer(`POST /api/products/${event._id}/snooze`, event)
    answer(`POST /api/products/${event._id}/unsnooze`, event)

    await user.click(await screen.findByRole("button", { name: "More for Fri, Dec 19" }))
    await user.click(screen.getByRole("button", { name: "Cancel Fri, Dec 19" }))
    const dialog = await screen.findByRole("alertdialog", {
      name: "Cancel Friday Commander Night on Fri, Dec 19?",
    })
    expect(await within(dialog).findByText("Nobody has seats on it.")).toBeVisible()
    await user.click(within(dialog).getByRole("button", { name: "Cancel date" }))
    await user.click(await screen.findByRole("button", { name: "Undo" }))

    const sent = calls.filter(({ url }) => url.pathname.includes("snooze"))
    await waitFor(() => expect(calls.filter(({ url }) => url.pathname.endsWith("/unsnooze"))).toHaveLength(1))
    expect(sent[0]!.body).toEqual({ startTime: FRIDAYS[1], digest: "d0" })
  })

  test("a canceled date is marked, comes back after a question about whom it concerns, and keeps the focus", async () => {
    const occurrences = [FRIDAYS[0]!, FRIDAYS[2]!].map((startTime) => aDate({ startTime }))
    const event = aSeries({ occurrences, skippedDates: [FRIDAYS[1]!] })
    const { user } = openDates(event)
    await user.click(await screen.findByRole("button", { name: "More for Fri, Dec 19" }))
    const button = screen.getByRole("button", { name: "Bring back Fri, Dec 19" })
    expect(rowOf("Fri, Dec 19")).toHaveTextContent("Canceled")
    expect(rowOf("Fri, Dec 26")).toHaveTextContent("0/24 seats taken")
    answer(`POST /api/products/${event._id}/unsnooze`, event)
    answer(`GET /api/products/${event._id}`, { ...aSeries(), _id: event._id })
    answer(`/api/products/${event._id}/concerned`, concerning({ people: 2, seats: 3, money: 30, digest: "d1" }))

    await user.click(button)
    const dialog = await screen.findByRole("alertdialog", { name: "Bring Fri, Dec 19 back?" })
    expect(await within(dialog).findByText("2 people · 3 seats · $30.00")).toBeVisible()
    expect(requests(`POST /api/products/${event._id}/unsnooze`)).toEqual([])
    await user.click(within(dialog).getByRole("button", { name: "Bring back" }))

    expect(requests(`POST /api/products/${event._id}/unsnooze`)[0]!.body).toEqual({
      startTime: FRIDAYS[1],
      digest: "d1",
    })

    expect(await screen.findByText("Friday Commander Night on Fri, Dec 19 is back on the calendar.")).toBeVisible()
    expect(screen.getByRole("button", { name: "More for Fri, Dec 19" })).toHaveFocus()
  })

  test("skipping a booked date shows its seats and offers to refund everyone with a reason", async () => {
    const event = aSeries({ occurrences: [aDate({ startTime: FRIDAYS[0]!, countInStock: 19 })] })
    const { user } = openDates(event)
    answer(`POST /api/products/${event._id}/snooze`, event)

    await user.click(await screen.findByRole("button", { name: "More for Fri, Dec 12" }))
    await user.click(screen.getByRole("button", { name: "Cancel Fri, Dec 12" }))
    const dialog = await screen.findByRole("dialog", { name: "Friday Commander Night on Fri, Dec 12 has bookings" })
    expect(dialog).toHaveTextContent("5 seats are booked on Fri, Dec 12.")
    await user.click(within(dialog).getByRole("button", { name: "Refund everyone and cancel" }))
    await waitFor(() => expect(within(dialog).getByLabelText("Reason")).toHaveFocus())
    await user.type(within(dialog).getByLabelText("Reason"), "No power.")
    await user.click(within(dialog).getByRole("button", { name: "Refund everyone and cancel" }))

    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument())
    const sent = calls.filter(({ url }) => url.pathname.endsWith("/snooze")).map(({ body }) => body)
    expect(sent).toEqual([{ startTime: FRIDAYS[0], refund: true, reason: "No power.", digest: "d0" }])
  })

  test("a refund of everyone asks again if others are concerned by now, with the numbers of both", async () => {
    const event = aSeries({ occurrences: [aDate({ startTime: FRIDAYS[0]!, countInStock: 19 })] })
    const { user } = openDates(event)
    const path = `/api/products/${event._id}/concerned`
    answer(path, concerning({ people: 2, seats: 5, money: 50, digest: "d1" }))
    const message = "Whom this concerns has changed since you looked. Look at it again, then confirm."
    answer(`POST /api/products/${event._id}/snooze`, { message, code: "changed" }, 409)

    await user.click(await screen.findByRole("button", { name: "More for Fri, Dec 12" }))
    await user.click(screen.getByRole("button", { name: "Cancel Fri, Dec 12" }))
    const dialog = await screen.findByRole("dialog", { name: "Friday Commander Night on Fri, Dec 12 has bookings" })
    expect(await within(dialog).findByText("2 people · 5 seats · $50.00")).toBeVisible()
    await user.type(within(dialog).getByLabelText("Reason"), "No power.")
    answer(path, concerning({ people: 3, seats: 9, money: 90, digest: "d2" }))
    await user.click(within(dialog).getByRole("button", { name: "Refund everyone and cancel" }))

    expect(await within(dialog).findByText("3 people · 9 seats · $90.00")).toBeVisible()
    expect(dialog).toHaveTextContent("before: 2 people · 5 seats · $50.00")
    expect(dialog).toHaveTextContent(message)
    answer(`POST /api/products/${event._id}/snooze`, event)
    await user.click(within(dialog).getByRole("button", { name: "Refund everyone and cancel" }))

    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument())
    const terms = { startTime: FRIDAYS[0], refund: true, reason: "No power." }
    expect(requests(`POST /api/products/${event._id}/snooze`).map(({ body }) => body)).toEqual([
      { ...terms, digest: "d1" },
      { ...terms, digest: "d2" },
    ])
  })

  test("skipping a date that was booked in the meantime offers the refund, too", async () => {
    const event = aSeries()
    const { user } = openDates(event)
    const refusal = { message: "2 seats are booked.", code: "date_has_bookings", totalReservations: 2 }
    answer(`POST /api/products/${event._id}/snooze`, refusal, 409)

    await user.click(await screen.findByRole("button", { name: "More for Fri, Dec 12" }))
    await user.click(screen.getByRole("button", { name: "Cancel Fri, Dec 12" }))
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Cancel date" }))

    expect(await screen.findByText("2 seats are booked on Fri, Dec 12.")).toBeVisible()
    expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument()
  })
})
