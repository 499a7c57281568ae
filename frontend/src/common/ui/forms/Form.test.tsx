import { act, render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test, vi } from "vitest"
import * as v from "valibot"
import { announcement } from "~/common/ui/feedback/announce"
import { CheckboxChoice, ChoiceGroup, PasswordField, TextField } from "~/common/ui/forms/Field"
import { Form, SubmitButton, useForm } from "~/common/ui/forms/Form"

const schema = v.object({
  email: v.pipe(
    v.string(),
    v.nonEmpty("Enter your email address."),
    v.regex(/^$|@/, "Enter an email like name@example.com."),
  ),
  password: v.pipe(v.string(), v.minLength(8, "Use at least 8 characters.")),
})

type Send = (values: v.InferOutput<typeof schema>) => Promise<void> | void

function SignIn({ onSubmit }: { onSubmit: Send }) {
  const form = useForm({ schema, name: "test", values: { email: "", password: "" }, save: onSubmit })
  return (
    <Form form={form}>
      <TextField label="Email Address" hint="We write to it." type="email" {...form.field("email")} />
      <PasswordField label="Password" {...form.field("password")} />
      <SubmitButton form={form} busyText="Signing in…">
        Sign In
      </SubmitButton>
    </Form>
  )
}

function setup(onSubmit: Send = vi.fn()) {
  render(<SignIn onSubmit={onSubmit} />)
  const email = screen.getByLabelText("Email Address")
  const password = screen.getByLabelText("Password", { selector: "input" })
  return { user: userEvent.setup(), email, password, button: screen.getByRole("button", { name: /Sign In/ }) }
}

test("a field is validated when it loses the focus after typing, and again on each change", async () => {
  const { user, email } = setup()

  await user.type(email, "ana")
  expect(email).not.toHaveAttribute("aria-invalid")
  await user.tab()
  expect(await screen.findByText("Enter an email like name@example.com.")).toBeVisible()
  expect(email).toHaveAccessibleDescription("We write to it. Enter an email like name@example.com.")
  await user.type(email, "@example.com")

  expect(screen.queryByText("Enter an email like name@example.com.")).not.toBeInTheDocument()
})

test("a blur error appears only after the mouse press that caused it has ended", async () => {
  const { user, email, password } = setup()
  await user.type(email, "ana")

  await user.pointer({ keys: "[MouseLeft>]", target: password })
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(password).toHaveFocus()
  expect(email).not.toHaveAttribute("aria-invalid")
  await user.pointer("[/MouseLeft]")

  expect(await screen.findByText("Enter an email like name@example.com.")).toBeVisible()
})

test("two problems show a summary that gets the focus and links to the fields", async () => {
  const onSubmit = vi.fn()
  const { user, password, button } = setup(onSubmit)
  document.title = "Sign In"

  await user.click(button)
  const summary = await screen.findByRole("alert")
  expect(summary).toHaveFocus()
  expect(summary).toHaveTextContent("There is a problem")
  expect(document.title).toBe("Error: Sign In")
  await user.click(screen.getByRole("link", { name: "Use at least 8 characters." }))

  expect(password).toHaveFocus()
  expect(onSubmit).not.toHaveBeenCalled()
})

test("an error is announced only if its field already has the focus", async () => {
  const { user, email, password, button } = setup()
  announcement.set("")
  await user.type(email, "ana@example.com")
  await user.type(password, "short")
  await user.click(button)
  await vi.waitFor(() => expect(password).toHaveFocus())
  expect(announcement.get()).toBe("")

  await user.keyboard("{Enter}")

  await vi.waitFor(() => expect(announcement.get()).toBe("Use at least 8 characters."))
})

test("the server's field errors are shown on their fields, which keep their values", async () => {
  const error = Object.assign(new Error("No."), { errors: { email: ["This email is taken."] } })
  const { user, email, password } = setup(() => Promise.reject(error))

  await user.type(email, "ana@example.com")
  await user.type(password, "long enough{Enter}")

  expect(await screen.findByText("This email is taken.")).toBeVisible()
  await vi.waitFor(() => expect(email).toHaveFocus())
  expect(password).toHaveValue("long enough")
  expect(screen.queryByText("No.")).not.toBeInTheDocument()
})

test("any other error is shown above the button", async () => {
  const { user, email, password } = setup(() => Promise.reject(new Error("Invalid email or password.")))

  await user.type(email, "ana@example.com")
  await user.type(password, "long enough{Enter}")

  expect(await screen.findByRole("alert")).toHaveTextContent("Invalid email or password.")
})

test("a form sends one request at a time, and its button is disabled meanwhile", async () => {
  let finish = () => {}
  const onSubmit = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
  const { user, email, password, button } = setup(onSubmit)

  await user.type(email, "ana@example.com")
  await user.type(password, "long enough")
  await user.click(button)
  await user.click(button)
  expect(onSubmit).toHaveBeenCalledOnce()
  expect(button).toHaveAttribute("aria-disabled", "true")
  await act(async () => finish())

  await vi.waitFor(() => expect(button).not.toHaveAttribute("aria-disabled"))
})

test("a password can be shown and is hidden again on submit", async () => {
  const { user, password } = setup()

  await user.type(password, "secret")
  await user.click(screen.getByRole("button", { name: "Show password" }))
  expect(password).toHaveAttribute("type", "text")
  expect(screen.getByRole("button", { name: "Hide password" })).toHaveAttribute("aria-pressed", "true")
  await user.type(password, "{Enter}")

  expect(password).toHaveAttribute("type", "password")
})

test("a button that needs a connection is disabled while offline and says why", () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false)
  function Save() {
    const form = useForm({ schema, name: "test", values: { email: "", password: "" }, save: () => {} })
    return (
      <Form form={form}>
        <SubmitButton form={form} needsConnection>
          Save
        </SubmitButton>
      </Form>
    )
  }
  render(<Save />)

  const button = screen.getByRole("button", { name: /^Save/ })
  expect(button).toBeDisabled()
  expect(button).toHaveAccessibleDescription("You're offline. This needs a connection.")
})

function Weeks() {
  const form = useForm({
    schema: v.object({
      name: v.pipe(v.string(), v.nonEmpty("Enter a name.")),
      weeks: v.pipe(v.array(v.string()), v.nonEmpty("Choose a week.")),
    }),
    name: "test",
    values: { name: "", weeks: ["1"] },
    save: () => {},
  })
  return (
    <Form form={form}>
      <TextField label="Name" {...form.field("name")} />
      <ChoiceGroup label="Weeks" error={form.field("weeks").error}>
        {["1", "2"].map((week) => (
          <CheckboxChoice key={week} label={`Week ${week}`} value={week} {...form.hook.register("weeks")} />
        ))}
      </ChoiceGroup>
      <SubmitButton form={form}>Update</SubmitButton>
    </Form>
  )
}

test("each failed submit moves the focus, even to problems that arose after the previous one", async () => {
  render(<Weeks />)
  const user = userEvent.setup()
  const name = screen.getByLabelText("Name")
  await user.click(screen.getByRole("button", { name: "Update" }))
  await user.type(name, "Draft")
  await user.click(screen.getByLabelText("Week 1"))

  await user.type(name, "{Enter}")
  await vi.waitFor(() => expect(screen.getByLabelText("Week 1")).toHaveFocus())
  await user.clear(name)
  await user.type(name, "{Enter}")

  await vi.waitFor(() => expect(screen.getByRole("alert")).toHaveFocus())
})
