import { act, fireEvent, screen, waitFor, within } from "@testing-library/react"
import { answer, atEnd, isBefore } from "~/testing/browser"
import userEvent, { type UserEvent } from "@testing-library/user-event"
import { expect, test, vi } from "vitest"
import { startKeys } from "~/evening/door/device/keys"
import type { Role } from "~/evening/door/protocol/types"
import { Phone } from "~/testing/door/phone"
import { CODE, MAYA, openScan } from "~/testing/door/screens"
import type { FakeServer } from "~/testing/door/server"

test("A typed code lets the party in, and the count and the last entries say so", async () => {
  const { type, verdict, user } = await openScan()
  expect(screen.getByText("0 of 5 in")).toBeVisible()

  await type("t1 7k2m-9qxw 4r8t b3cn 9")

  await verdict("Maya R., 4 in")
  await user.click(screen.getByRole("button", { name: "Next" }))
  expect(screen.getByText("4 of 5 in")).toBeVisible()
  expect(within(screen.getByRole("list", { name: "Last entries" })).getByText("Maya R., 4")).toBeVisible()
  expect(screen.getByLabelText("Type the code")).toHaveFocus()
})

test("An event that was renamed since the phone entered has its new name", async () => {
  const { server, pass } = await openScan()
  expect(screen.getByRole("heading", { name: "Friday Draft" })).toBeVisible()

  server.name = "Saturday Draft"
  await pass(10_000)

  expect(screen.getByRole("heading", { name: "Saturday Draft" })).toBeVisible()
})

test.each<[string, Partial<FakeServer>]>([
  ["This date is canceled.", { isCanceled: true }],
  ["This date is on Thu, Dec 3, not today.", { startTime: "2026-12-04T03:00:00Z" }],
])("A phone on which guests are let in says what became of its date: %s", async (note, change) => {
  const { server, pass } = await openScan()
  expect(screen.queryByText(/^This date/)).not.toBeInTheDocument()

  Object.assign(server, change)
  await pass(10_000)

  expect(screen.getByText(note)).toBeVisible()
})

test("A full pass is refused, and lets one more in only after a second's press", async () => {
  const { type, verdict, pass, kinds } = await openScan()
  await type(CODE)
  await verdict("Maya R., 4 in")
  await type(CODE)
  await verdict("All 4 are in since 7:00 PM (Ana)")
  const button = screen.getByRole("button", { name: /Let in anyway/ })

  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  fireEvent.pointerDown(button)
  vi.advanceTimersByTime(900)
  fireEvent.pointerUp(button)
  vi.advanceTimersByTime(2000)
  expect(kinds()).toEqual(["in"])
  fireEvent.pointerDown(button)
  vi.advanceTimersByTime(1000)
  vi.useRealTimers()

  await verdict("Maya R., 1 inLet in anyway")
  await pass(100)
  expect(kinds()).toEqual(["in", "in"])
})

test("Guests without a code are found by name", async () => {
  const { verdict, user } = await openScan()

  await user.keyboard("{F2}")
  expect(screen.getByLabelText("Find a name")).toHaveFocus()
  await user.keyboard("z")
  expect(screen.queryByRole("button", { name: /Zoë/ })).not.toBeInTheDocument()
  await user.keyboard("oe")
  expect(screen.getByRole("button", { name: "Zoë K. 0 of 1 in" })).toBeVisible()
  await user.keyboard("{Enter}")

  await verdict("Zoë K., 1 in")
})

test("Without a camera, the names come before the scanner, which keeps the focus and what is typed", async () => {
  let deny = () => {}
  const getUserMedia = () => new Promise((_, reject) => (deny = () => reject(new Error("denied"))))
  vi.stubGlobal("navigator", Object.create(navigator, { mediaDevices: { value: { getUserMedia } } }))
  const { user } = await openScan()
  const code = screen.getByLabelText("Type the code")
  expect(isBefore(code, screen.getByLabelText("Find a name"))).toBe(true)
  await waitFor(() => expect(code).toHaveFocus()) // nobody has answered the browser's question yet
  await user.keyboard("T17K")

  deny()

  expect(await screen.findByText("Allow the camera, or type the code.")).toBeVisible()
  expect(isBefore(screen.getByLabelText("Find a name"), screen.getByLabelText("Camera"))).toBe(true)
  expect(isBefore(screen.getByLabelText("Camera"), code)).toBe(true)
  expect(code).toHaveFocus()
  await user.keyboard("2M9")
  expect(code).toHaveValue("T17K2M9")
})

test("A camera that is allowed later comes first", async () => {
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue()
  const track = Object.assign(new EventTarget(), { stop: () => {} })
  const getUserMedia = vi.fn<() => Promise<unknown>>(async () => ({ getTracks: () => [track] }))
  getUserMedia.mockRejectedValueOnce(new Error("denied"))
  vi.stubGlobal("navigator", Object.create(navigator, { mediaDevices: { value: { getUserMedia } } }))
  const { user } = await openScan()
  const again = await screen.findByRole("button", { name: "Try again" })
  expect(isBefore(screen.getByLabelText("Find a name"), screen.getByLabelText("Camera"))).toBe(true)

  await user.click(again)

  await waitFor(() => expect(again).not.toBeInTheDocument())
  expect(isBefore(screen.getByLabelText("Camera"), screen.getByLabelText("Type the code"))).toBe(true)
  expect(isBefore(screen.getByLabelText("Type the code"), screen.getByLabelText("Find a name"))).toBe(true)
})

test("A half-typed name stays when the list is refreshed", async () => {
  const { user, server, pass } = await openScan()
  await user.type(screen.getByLabelText("Find a name"), "ma")

  server.name = "Saturday Draft"
  await pass(10_000)

  expect(screen.getByRole("heading", { name: "Saturday Draft" })).toBeVisible()
  expect(screen.getByLabelText("Find a name")).toHaveFocus()
  await user.keyboard("ya")
  expect(screen.getByLabelText("Find a name")).toHaveValue("maya")
  expect(screen.getByRole("button", { name: "Maya R. 0 of 4 in" })).toBeVisible()
})

test("Pressed twice, a button of the verdict or of the form counts once", async () => {
  const { type, verdict, user, pass, server, kinds } = await openScan()
  await type(CODE)
  await verdict("Maya R., 4 in")
  await user.dblClick(screen.getByRole("button", { name: "Only 2" }))
  await pass(100)
  await verdict("Maya R., 2 in2 of 4 are inside")
  await user.click(screen.getByRole("button", { name: "Next" }))

  await user.click(screen.getByText("Guest without a ticket"))
  await user.type(screen.getByLabelText("Why"), "The host's friend")
  await user.dblClick(screen.getByRole("button", { name: "Let in 1 guest" }))
  await verdict("1 guest in")
  await pass(100)

  expect(kinds()).toEqual(["in", "undo", "in", "guest"])
  expect(server.judge().inside.get(MAYA.h)).toBe(2)
})

test("The last entry is undone with Alt+Z, and others with their buttons", async () => {
  const { type, verdict, user, pass, kinds } = await openScan()
  await type(CODE)
  await verdict("Maya R., 4 in")

  await user.keyboard("{Alt>}z{/Alt}")
  await pass(100)

  expect(screen.getByText("Undone: Maya R., 4")).toBeVisible()
  expect(screen.getByText("0 of 5 in")).toBeVisible()
  expect(screen.queryByRole("button", { name: "Undo Maya R., 4" })).not.toBeInTheDocument()
  expect(kinds()).toEqual(["in", "undo"])
})

const press = (user: UserEvent, name: string) => user.click(screen.getByRole("button", { name }))

test.each<[string, Role, (user: UserEvent) => Promise<unknown>]>([
  ["the answer to another code", "door", (user) => user.type(screen.getByLabelText("Type the code"), "no{Enter}")],
  ["half a code", "door", (user) => user.type(screen.getByLabelText("Type the code"), "T17K")],
  ["the tapped header", "door", (user) => user.click(screen.getByRole("heading", { name: "Friday Draft" }))],
  ["the tapped picture", "door", (user) => user.click(screen.getByLabelText("Camera"))],
  ["a name that finds a guest", "door", (user) => user.type(screen.getByLabelText("Find a name"), "zoe")],
  ["a guest found by name", "door", (user) => user.type(screen.getByLabelText("Find a name"), "o{Backspace}zo{Tab}")],
  ["a button", "door", async () => act(() => screen.getByRole("button", { name: "Sign out" }).focus())],
  [
    "the till's cash",
    "till",
    async (user) => {
      await press(user, "Sell")
      await user.type(screen.getByLabelText("Cash given, in dollars"), "20")
    },
  ],
  [
    "the till's kept seats",
    "till",
    async (user) => {
      await press(user, "Sell")
      await user.type(screen.getByLabelText("Keep"), "2")
    },
  ],
  [
    "a button of the till",
    "till",
    async (user) => {
      await press(user, "Sell")
      await press(user, "More")
    },
  ],
  ["the drawer", "till", (user) => press(user, "Drawer")],
])("A scanner's code is read and changes nothing else while the focus is on %s", async (_, role, prepare) => {
  answer("/api/door/drawer", { float: null })
  const { user, verdict, kinds, pass, leave } = await openScan(undefined, role)
  await waitFor(() => expect(screen.getByLabelText("Type the code")).toHaveFocus())
  await prepare(user)
  const texts = () => Array.from(document.querySelectorAll("input"), ({ value }) => value)
  const before = texts()

  await user.keyboard(`${CODE}{Enter}`)

  await verdict("Maya R., 4 in")
  await pass(100)
  expect([kinds(), texts(), leave.mock.calls]).toEqual([["in"], before, []])
})

const key = (name: string, code = "") => ({ key: name, code })
const asTyped = (how: (character: string) => object) => [...[...CODE].map(how), key("Enter", "Enter")]
const placeOf = (character: string) => `${/\d/.test(character) ? "Digit" : "Key"}${character}`
const FRENCH = new Map(
  Object.entries({ 0: "à", 1: "&", 2: "é", 3: '"', 4: "'", 7: "è", 8: "_", 9: "ç", Q: "A", W: "Z", M: "?" }),
)

test.each<[string, { text?: string }[]]>([
  ["ends with Tab", [...[...CODE].map((each) => key(each)), key("Tab", "Tab")]],
  ["ends with two keys", [...asTyped((each) => key(each)), key("Tab", "Tab")]],
  [
    "has Caps Lock on and presses Shift",
    asTyped((each) => key(each.toLowerCase())).flatMap((each) => [key("Shift"), each]),
  ],
  [
    "sends the places of a US keyboard to a French one",
    asTyped((each) => key(FRENCH.get(each) ?? each, placeOf(each))),
  ],
  ["types into an input method", asTyped((each) => ({ ...key("Process", placeOf(each)), isComposing: true }))],
  ["sends its text past the keys", [{ key: "Unidentified", text: CODE }, key("Enter", "Enter")]],
  ["sends a prefix", [..."]Q1"].map((each) => key(each)).concat(asTyped((each) => key(each)) as never)],
])("A scanner is understood that %s", async (_, keys) => {
  const { user, verdict, kinds, pass } = await openScan()
  await user.type(screen.getByLabelText("Find a name"), "zoe")

  for (const { text, ...each } of keys) {
    fireEvent.keyDown(document.activeElement!, each)
    if (text) fireEvent.input(document.activeElement!, { target: { value: `zoe${text}` } })
  }

  await verdict("Maya R., 4 in")
  await pass(100)
  expect(kinds()).toEqual(["in"])
})

test("A name that is typed quickly is no scan, and another shop's code is taken out of the names", async () => {
  const { user, verdict } = await openScan()
  await user.type(screen.getByLabelText("Find a name"), "maya{Enter}")
  await verdict("Maya R., 4 in")

  await user.type(screen.getByLabelText("Find a name"), "4006381333931{Enter}")

  await verdict("Not one of our codes.")
  expect(screen.getByLabelText("Find a name")).toHaveValue("")
})

test.each<[string, string, string[], string]>([
  ["scans and a name", `${CODE}{Enter}{F2}zoe{Enter}${CODE}{Enter}`, ["in", "in"], ""],
  ["half a code", "T17K", [], "T17K"],
])("What is typed before the screen listens waits for it: %s", async (_, keys, stored, left) => {
  atEnd(startKeys())
  await userEvent.keyboard(keys)
  const { pass, kinds } = await openScan()

  await waitFor(() => expect(screen.getByLabelText("Type the code")).toHaveValue(left), { timeout: 3000 })
  await waitFor(async () => {
    await pass(100)
    expect(kinds()).toEqual(stored)
  })
})

test("Without a connection, the screen says how old the list is and what has to be sent", async () => {
  const { phone, pass, type, verdict } = await openScan()
  expect(screen.getByText("● Online")).toBeVisible()
  expect(screen.getByText("All sent")).toBeVisible()

  phone.isOnline = false
  await pass(20_000)
  await type(CODE)
  await verdict("Maya R., 4 in")

  expect(screen.getByText("○ List from 7:00 PM")).toBeVisible()
  expect(screen.getByText("1 to send")).toBeVisible()
  await userEvent.click(screen.getByRole("button", { name: "Next" }))
  await userEvent.click(screen.getByRole("button", { name: "Sign out" }))
  expect(screen.getByText("1 entry is still to be sent.")).toBeVisible()
})

test("A conflict that is found later calls the guest back, until somebody says OK", async () => {
  const { time, server, phone, pass, type, verdict, user } = await openScan()
  const other = new Phone("other", time, server)
  await pass(1000)
  void other.door.admit(MAYA.h, "scan")
  await pass(1000)
  phone.isOnline = false
  await type(CODE)
  await verdict("Maya R., 4 in")
  await user.keyboard("{Escape}")

  phone.isOnline = true
  await pass(20_000)
  await verdict("Call back: Maya R.All 4 are in since 7:00 PM (")
  await user.click(screen.getByRole("button", { name: "OK" }))

  expect(screen.getByRole("alert")).toBeEmptyDOMElement()
})

test("Guests without a ticket are let in with a note, and can be undone", async () => {
  const { user, verdict, pass, server, kinds } = await openScan()
  await user.click(screen.getByText("Guest without a ticket"))
  await user.click(screen.getByRole("button", { name: "More" }))
  await user.type(screen.getByLabelText("Why"), "The host's friends")
  await user.click(screen.getByRole("button", { name: "Let in 2 guests" }))

  await verdict("2 guests in")
  await pass(100)
  expect(server.entries.map(({ entry }) => entry)).toMatchObject([
    { kind: "guest", seats: 2, note: "The host's friends" },
  ])
  await user.click(screen.getByRole("button", { name: "Next" }))
  await user.click(screen.getByRole("button", { name: "Undo The host's friends, 2" }))
  await pass(100)
  expect(kinds()).toEqual(["guest", "undo"])
})

test("Only a till has screens to sell and to count", async () => {
  await openScan()

  expect(screen.queryByRole("navigation", { name: "Screens" })).not.toBeInTheDocument()
})
