import { useState, type FormEvent } from "react"
import type { Door } from "../../protocol/door"
import { Button } from "../../ui/Button"
import { Field } from "../../ui/Field"

const MAX_KEPT = 50

/** Seats that nobody else can buy, so that this phone can sell them without a connection. */
export function KeptSeats({ door, kept }: { door: Door; kept: number }) {
  const [text, setText] = useState("")
  const [note, setNote] = useState("")
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    const problem = await door.keepSeats(Number(text))
    setBusy(false)
    setNote(problem)
    if (!problem) setText("")
  }
  return (
    <section aria-labelledby="kept" className="grid gap-3 border-t border-hair pt-4">
      <h2 id="kept" className="text-lg">
        Seats kept on this phone: {kept}
      </h2>
      <p>It can sell these without a connection. Nobody else can. Keep 0 to give them back.</p>
      <form onSubmit={(event) => void submit(event)} className="flex items-end gap-2">
        <Field
          label="Keep"
          type="number"
          inputMode="numeric"
          min={0}
          max={MAX_KEPT}
          required
          autoComplete="off"
          className="flex-1"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" look="secondary" aria-disabled={isBusy}>
          {isBusy ? "Saving…" : "Save"}
        </Button>
      </form>
      <p role="status" className="font-semibold text-err empty:hidden">
        {note}
      </p>
    </section>
  )
}
