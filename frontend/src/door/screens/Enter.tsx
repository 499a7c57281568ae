import { useState, type FormEvent } from "react"
import type { Shop, SignIn } from "../device/page"
import { Button } from "../ui/Button"
import { Field } from "../ui/Field"
import { Message } from "../ui/Message"

interface Props {
  hasKey: boolean
  /** What is typed already. */
  signIn: SignIn | null
  unsent: number
  message: string
  shop: Shop
  enter: (pin: string, name: string) => Promise<void>
}

const entries = (count: number) => (count === 1 ? "1 entry is" : `${count} entries are`)

/** The link's PIN and the volunteer's name. Its button also unlocks the sound. */
export function Enter({ hasKey, signIn, unsent, message, shop, enter }: Props) {
  const [error, setError] = useState(message)
  const [isBusy, setBusy] = useState(false)
  const waiting = unsent > 0 ? `${entries(unsent)} still to be sent. They leave with the next link that you open.` : ""
  if (!hasKey)
    return <Message title={message || "Open the link you were sent"} text={waiting || "It leads to the door."} />

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const data = new FormData(event.currentTarget)
    setBusy(true)
    setError("")
    await enter(String(data.get("pin")).trim(), String(data.get("name")).trim()).catch((reason: Error) => {
      setError(reason.name === "Refused" ? reason.message : "The shop can't be reached. Check the connection.")
      setBusy(false)
    })
  }

  return (
    <main className="mx-auto w-full max-w-md p-4 pt-12">
      <form onSubmit={(event) => void submit(event)} className="grid gap-4">
        <h1>The door of {shop.name}</h1>
        {waiting && <p>{waiting}</p>}
        <Field label="PIN" name="pin" inputMode="numeric" autoComplete="off" defaultValue={signIn?.pin} required />
        <Field
          label="Your first name"
          name="name"
          autoComplete="given-name"
          defaultValue={signIn?.name}
          maxLength={40}
          required
        />
        <p role="alert" className="font-semibold text-err empty:hidden">
          {error}
        </p>
        <Button type="submit" aria-disabled={isBusy}>
          {isBusy ? "Opening…" : "Open the door"}
        </Button>
      </form>
    </main>
  )
}
