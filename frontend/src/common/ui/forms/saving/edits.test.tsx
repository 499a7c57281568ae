import { render, screen, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test, vi } from "vitest"
import * as v from "valibot"
import { ApiError } from "~/common/api/client"
import { type Edits, Form, FormButtons, useForm } from "~/common/ui/forms/Form"
import { MoneyField, PasswordField, SelectField, TextField } from "~/common/ui/forms/Field"

const schema = v.object({
  text: v.string(),
  price: v.string(),
  kind: v.string(),
  from: v.string(),
  until: v.string(),
  password: v.string(),
})

type Values = v.InferOutput<typeof schema>
type Fields = Omit<Values, "price"> & { cost: number }

const stored: Values = {
  text: "Draft",
  price: "12.00",
  kind: "a",
  from: "2026-12-04T19:00",
  until: "2026-12-04T21:00",
  password: "",
}

const edits: Edits<Values, Fields> = {
  names: { price: "cost" },
  groups: [["from", "until"]],
  sent: ({ price, ...values }) => ({ ...values, cost: Number(price) }),
  shown: (current) => {
    const { cost, ...rest } = { cost: 0, ...current }
    return { ...stored, ...rest, price: cost.toFixed(2) }
  },
  whoChanged: (names) => whoChanged(names),
}

const whoChanged = vi.fn((names: string[]) => Promise.resolve(names.map((name) => ({ name, by: "Rosa" }))))

type Save = (values: Values, changes: object) => Promise<unknown>

function Editor({ values = stored, save, onClose = () => {} }: { values?: Values; save: Save; onClose?: () => void }) {
  const form = useForm({ name: "thing 1", schema, values, edits, save })
  return (
    <Form form={form} aria-label="Thing">
      <TextField label="Text" {...form.field("text")} />
      <MoneyField label="Price" optional {...form.field("price")} />
      <SelectField
        label="Kind"
        options={["a", "b"].map((value) => ({ value, label: `Kind ${value}` }))}
        {...form.field("kind")}
      />
      <TextField type="datetime-local" label="From" {...form.field("from")} />
      <TextField type="datetime-local" label="Until" {...form.field("until")} />
      <PasswordField label="Password" autoComplete="new-password" {...form.field("password")} />
      <FormButtons form={form} onCancel={onClose}>
        Save
      </FormButtons>
    </Form>
  )
}

const saved = () => vi.fn<Save>(() => Promise.resolve())

/** A save that is refused once. */
function refusing(current: object) {
  const message = "Rosa changed the price at 7:12 PM: $14.00."
  const body = { code: "changed", message, by: "Rosa", at: "2026-12-04T03:12:00Z", current }
  return saved().mockRejectedValueOnce(new ApiError(409, body as never))
}

const setup = (save = saved()) => ({ user: userEvent.setup(), ...render(<Editor save={save} />), save })

const retype = async (user: ReturnType<typeof userEvent.setup>, label: string, text: string) => {
  const field = screen.getByLabelText(new RegExp(`^${label}`), { selector: "input" })
  await user.clear(field)
  await user.type(field, text)
}

const press = (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(screen.getByRole("button", { name }))

test("a save sends what was changed, with what was seen, and a group's fields together", async () => {
  const { user, save } = setup()

  await retype(user, "Price", "15")
  await retype(user, "Until", "2026-12-04T22:00")
  await retype(user, "Text", "Draft")
  await press(user, "Save")

  expect(save.mock.lastCall?.[1]).toEqual({
    cost: 15,
    from: "2026-12-04T19:00",
    until: "2026-12-04T22:00",
    seen: { cost: 12, from: "2026-12-04T19:00", until: "2026-12-04T21:00" },
  })
})

test("what others changed is shown beside what was typed, and waits for a decision", async () => {
  const { user, save } = setup(refusing({ cost: 14, text: "The text" }))
  await retype(user, "Price", "15")
  await retype(user, "Text", "Mine")
  await press(user, "Save")

  const alert = await screen.findByRole("alert")
  expect(alert).toHaveFocus()
  expect(alert).toHaveTextContent("Rosa changed the price at 7:12 PM: $14.00.")
  const price = within(alert).getByText("Price").closest("li")
  expect(price).toHaveTextContent("Theirs: $14.00Mine: $15")
  expect(within(alert).getByText("Text").closest("li")).toHaveTextContent("Theirs: The textMine: Mine")
  await press(user, "Save")
  expect(save).toHaveBeenCalledOnce()
  await press(user, "Keep mine: Price")
  await press(user, "Take theirs: Text")
  expect(screen.getByRole("button", { name: "Save" })).toHaveFocus()
  await press(user, "Save")

  expect(save.mock.lastCall?.[1]).toEqual({ cost: 15, seen: { cost: 14 } })
})

test("fields that nobody touched take newer values and say so; what was typed and its group stay", async () => {
  const { user, save, rerender } = setup()
  await retype(user, "From", "2026-12-04T18:00")

  rerender(
    <Editor save={save} values={{ ...stored, kind: "b", from: "2026-12-04T17:00", until: "2026-12-04T20:00" }} />,
  )

  expect(await screen.findByText("Kind: now Kind b, changed by Rosa.")).toBeVisible()
  expect(whoChanged).toHaveBeenCalledExactlyOnceWith(["kind"])
  expect(screen.getByLabelText("From")).toHaveValue("2026-12-04T18:00")
  expect(screen.getByLabelText("Until")).toHaveValue("2026-12-04T21:00")
  await press(user, "Save")
  expect(save.mock.lastCall?.[1]).toEqual({
    from: "2026-12-04T18:00",
    until: "2026-12-04T21:00",
    seen: { from: "2026-12-04T19:00", until: "2026-12-04T21:00" },
  })
})

test("what was typed is there after a reload, with what was seen then, but never a password", async () => {
  const { user, unmount } = setup()
  await retype(user, "Text", "Half a sen")
  await retype(user, "Password", "secret")
  unmount()
  expect(JSON.stringify(sessionStorage)).not.toContain("secret")

  const save = saved()
  render(<Editor save={save} values={{ ...stored, text: "Theirs" }} />)
  expect(screen.getByLabelText("Text")).toHaveValue("Half a sen")
  await press(user, "Save")
  expect(save.mock.lastCall?.[1]).toEqual({ text: "Half a sen", seen: { text: "Draft" } })

  expect(sessionStorage).toHaveLength(0)
})

test.each(["Start over", "Cancel"])("%s throws away what was typed", async (button) => {
  const { user, unmount } = setup()
  await retype(user, "Text", "Half a sen")
  unmount()
  render(<Editor save={saved()} />)

  await press(user, button)

  expect(screen.getByLabelText("Text")).toHaveValue("Draft")
  expect(sessionStorage).toHaveLength(0)
})

test("what was typed is forgotten after twelve hours", async () => {
  const { user, unmount } = setup()
  await retype(user, "Text", "Half a sen")
  unmount()
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + 12 * 60 * 60_000)

  render(<Editor save={saved()} />)

  expect(screen.getByLabelText("Text")).toHaveValue("Draft")
})

test("every error of the server is shown, those without a field above the button", async () => {
  const errors = { cost: ["Too much."], "options.0.fairValue": ["Too low."], "": ["Choose less."] }
  const { user } = setup(saved().mockRejectedValue(new ApiError(400, { message: "Too much.", errors })))
  await retype(user, "Text", "Half")

  await press(user, "Save")

  expect(await screen.findByRole("alert")).toHaveTextContent("Fair value: Too low. Choose less.")
  expect(screen.getByLabelText(/^Price/)).toHaveAccessibleDescription("Too much.")
  expect(screen.getByLabelText("Text")).toHaveValue("Half")
})
