import { expect, test, vi } from "vitest"
import { calendarFile, downloadCalendarFile } from "~/lib/calendarFile"

const entry = { name: "Friday Commander Night", startTime: "2026-12-05T03:00:00Z", location: "Foam & Felt" }

test("the file holds one busy event of 60 minutes, starting in UTC", async () => {
  const text = await calendarFile(entry)

  expect(text).toContain("SUMMARY:Friday Commander Night")
  expect(text).toContain("DTSTART:20261205T030000Z")
  expect(text).toContain("DURATION:PT60M")
  expect(text).toContain("X-MICROSOFT-CDO-BUSYSTATUS:BUSY")
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1)
  expect(text).not.toContain("DTEND")
})

test("a start that is no date is refused", async () => {
  await expect(calendarFile({ ...entry, startTime: "" })).rejects.toThrow(/start/)
})

test("the download is named after the event", async () => {
  URL.createObjectURL = () => "blob:x"
  URL.revokeObjectURL = () => {}
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {})

  expect(await downloadCalendarFile(entry)).toBe("Friday Commander Night.ics")
  expect(clicked).toHaveBeenCalledOnce()
})
