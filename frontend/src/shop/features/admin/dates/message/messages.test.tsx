import { screen, within } from "@testing-library/react"
import { expect, test } from "vitest"
import type { DateMessagePreview } from "~/common/api/types"
import { paths } from "~/shop/paths"
import { aGuestList, aProduct, aUserInfo } from "~/testing/factories"
import { answer, renderAt, requests } from "~/testing/browser"

const event = aProduct({ name: "Friday Draft" })
const [date] = event.occurrences
const MESSAGES = `/api/products/${event._id}/messages`
const HTML = `<html><head><style>p { color: red }</style></head><body>
  <h1>Bring two decks</h1><p style="color:red">Hello Sam, style=&quot;x&quot;</p><p>Bring two.<br>&lt;script&gt;alert(1)&lt;/script&gt;</p>
  <p><a class="button" href="https://shop.example/product/1">See the event</a></p>
  <table><tr><td class="quiet">Cards for a Cause</td></tr></table><script>document.title = "hacked"</script>
</body></html>`

const aPreview = (over: Partial<DateMessagePreview> = {}): DateMessagePreview => ({
  recipients: 12,
  html: HTML,
  digest: "d1",
  ...over,
})

const sent = () => requests(`POST ${MESSAGES}`)
const accept = () => answer(`POST ${MESSAGES}`, { _id: "6b0022129c206dee8f3169d6", recipients: 12 }, 202)

async function openForm() {
  answer(`/api/products/${event._id}/guests`, aGuestList(event))
  const visit = renderAt(paths.adminMessage(event._id, date!.startTime), { as: aUserInfo({ isAdmin: true }) })
  await screen.findByRole("heading", { level: 1, name: "Message: Friday Draft" })
  return visit
}

/** Writes a message and opens its preview. */
async function openPreview(preview = aPreview()) {
  const visit = await openForm()
  answer(`POST ${MESSAGES}`, { ...preview })
  await visit.user.type(screen.getByLabelText("Subject"), " Bring two decks ")
  await visit.user.type(screen.getByLabelText("Message"), "Bring two.")
  await visit.user.click(screen.getByRole("button", { name: "Preview" }))
  await screen.findByRole("article", { name: "The email" })
  return visit
}

const MESSAGE = { startTime: date!.startTime, to: ["buyers", "guests"], subject: "Bring two decks", body: "Bring two." }

test("a preview shows how many people get which text, and then it is sent to them", async () => {
  const { user } = await openPreview()
  expect(screen.getByRole("heading", { name: "12 people get this." })).toHaveFocus()
  expect(sent().map(({ body }) => body)).toEqual([MESSAGE])
  accept()

  await user.click(screen.getByRole("button", { name: "Send to 12 people" }))

  expect(await screen.findByRole("heading", { name: "Sent to 12 people." })).toHaveFocus()
  expect(sent().at(-1)!.body).toEqual({ ...MESSAGE, digest: "d1" })
  expect(sent().at(-1)!.headers.get("Idempotency-Key")).toMatch(/^[0-9a-f]{32}$/)
  expect(screen.getByRole("link", { name: "Guest list" })).toHaveAttribute(
    "href",
    paths.adminGuests(event._id, date!.startTime),
  )
})

test("the email is shown as text, with its lines and without its scripts and styles", async () => {
  await openPreview()

  const email = screen.getByRole("article", { name: "The email" })
  const texts = [...email.children].map((part) => part.textContent)
  expect(texts).toEqual([
    "Bring two decks",
    'Hello Sam, style="x"',
    "Bring two.\n<script>alert(1)</script>",
    "See the event",
    "Cards for a Cause",
  ])
  expect(email.querySelectorAll("script, style, a, img")).toHaveLength(0)
  expect(document.title).not.toBe("hacked")
})

test("missing texts and recipients are asked for, and nothing is sent", async () => {
  const { user } = await openForm()
  await user.click(screen.getByRole("checkbox", { name: "Buyers" }))
  await user.click(screen.getByRole("checkbox", { name: "Their friends who gave an email address" }))

  await user.click(screen.getByRole("button", { name: "Preview" }))

  const summary = within(await screen.findByRole("alert"))
  expect(summary.getAllByRole("link").map((link) => link.textContent)).toEqual([
    "Choose who gets the message.",
    "Enter a subject.",
    "Enter the message.",
  ])
  expect(sent()).toEqual([])
})

test("a message to nobody can't be sent", async () => {
  await openPreview(aPreview({ recipients: 0 }))

  expect(screen.getByRole("heading", { name: "Nobody gets this." })).toBeVisible()
  expect(screen.queryByRole("button", { name: /^Send/ })).not.toBeInTheDocument()
})

test("if the recipients have changed, the new preview is shown and nothing is sent until it is confirmed", async () => {
  const { user } = await openPreview()
  const message = "Who gets this, or the text, has changed since the preview. Check it again, then send it."
  const refuseOnce = () => {
    answer(`POST ${MESSAGES}`, { ...aPreview({ recipients: 13, digest: "d2" }) })
    return { message, code: "changed" }
  }
  answer(`POST ${MESSAGES}`, refuseOnce, 409)

  await user.click(screen.getByRole("button", { name: "Send to 12 people" }))

  expect(await screen.findByRole("heading", { name: "13 people get this." })).toBeVisible()
  expect(screen.getByRole("alert")).toHaveTextContent(message)
  accept()
  await user.click(screen.getByRole("button", { name: "Send to 13 people" }))
  await screen.findByRole("heading", { name: "Sent to 12 people." })
  const keys = sent().map(({ headers }) => headers.get("Idempotency-Key"))
  expect(sent().at(-1)!.body).toEqual({ ...MESSAGE, digest: "d2" })
  expect(keys[1]).not.toBe(keys.at(-1))
})
