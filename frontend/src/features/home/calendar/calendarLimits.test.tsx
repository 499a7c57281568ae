import { readFileSync } from "node:fs"
import FullCalendar from "@fullcalendar/react"
import { screen } from "@testing-library/react"
import type { ComponentProps, ReactNode } from "react"
import { expect, test, vi } from "vitest"
import { paths } from "~/paths"
import { aProductDate, inDays } from "~/testing/factories"
import { onALargeScreen } from "~/testing/largeScreen"
import { anEmptyShop } from "~/testing/pages/anEmptyShop"
import { renderAt } from "~/testing/renderAt"
import { answer } from "~/testing/server"

type Options = ComponentProps<typeof FullCalendar>

/** Return the options given to FullCalendar, because a long press can't be timed here. */
async function openCalendar() {
  const drawn = vi.spyOn(FullCalendar as unknown as { render: (options: Options) => ReactNode }, "render")
  onALargeScreen()
  anEmptyShop()
  answer("/api/products/all", [aProductDate({ startTime: inDays(1) })])
  renderAt(paths.scheduled())
  await screen.findByTestId("calendar-event")
  return drawn.mock.lastCall![0]
}

test("60rem high, steps of 30 minutes, a long press of 250 ms, and weeks from Sunday on as in the United States", async () => {
  const options = await openCalendar()

  expect(document.querySelector(".shop-calendar")).toHaveClass("h-[60rem]")
  expect(options).toMatchObject({
    height: "100%",
    slotDuration: "00:30:00",
    longPressDelay: 250,
    firstDay: 0,
    locale: "en-US",
    initialView: "month",
  })
})

test("the card beside it takes a quarter of the screen, and 30rem at least", () => {
  const looks = readFileSync("src/features/home/calendar/calendar.css", "utf8")
  const card = readFileSync("src/features/home/calendar/DetailCard.tsx", "utf8")

  expect(looks).toContain("--detail: max(25vw, 30rem);")
  expect(card).toContain("w-(--detail)")
})
