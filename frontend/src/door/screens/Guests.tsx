import { useRef, useState, type FormEvent } from "react"
import { Button } from "../ui/Button"
import { Field } from "../ui/Field"
import { Stepper } from "../ui/Stepper"

const MAX_GUESTS = 20

/** Lets in guests without a ticket, such as a friend of the host. */
export function Guests({ admit }: { admit: (seats: number, note: string) => Promise<boolean> }) {
  const [seats, setSeats] = useState(1)
  const [note, setNote] = useState("")
  const box = useRef<HTMLDetailsElement>(null)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!(await admit(seats, note.trim()))) return
    setSeats(1)
    setNote("")
    if (box.current) box.current.open = false
  }
  return (
    <details ref={box} className="rounded-md border border-line bg-paper px-3">
      <summary className="min-h-12 cursor-pointer content-center font-semibold">Guest without a ticket</summary>
      <form onSubmit={(event) => void submit(event)} className="grid gap-3 pb-3">
        <Stepper label="Guests" value={seats} max={MAX_GUESTS} change={setSeats} />
        <Field
          label="Why"
          required
          maxLength={200}
          autoComplete="off"
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        <Button type="submit">{seats === 1 ? "Let in 1 guest" : `Let in ${seats} guests`}</Button>
      </form>
    </details>
  )
}
