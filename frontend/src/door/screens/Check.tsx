import type { FormEvent, RefObject } from "react"
import type { Door, Shown } from "../protocol/door"
import type { Known } from "../protocol/verdict"
import { Button } from "../ui/Button"
import { Field } from "../ui/Field"
import { Camera } from "./Camera"
import { Guests } from "./Guests"
import { Search } from "./Search"

interface Props {
  door: Door
  known: Known
  zone: string
  code: RefObject<HTMLInputElement | null>
  search: RefObject<HTMLInputElement | null>
  scanned: (text: string) => void
  show: (next: Promise<Shown>) => Promise<Shown>
}

/** Camera, code and names: the ways to find a ticket, and a form for guests without one. */
export function Check({ door, known, zone, code, search, scanned, show }: Props) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const field = event.currentTarget.elements.namedItem("code") as HTMLInputElement
    const text = field.value.trim()
    field.value = ""
    if (text) void show(door.scan(text, "typed"))
  }
  const admitGuests = async (seats: number, note: string) =>
    (await show(door.admitGuests(seats, note))).kind === "guests"
  return (
    <>
      <Camera found={scanned} />
      <form onSubmit={submit} className="flex items-end gap-2">
        <Field
          ref={code}
          name="code"
          label="Type the code"
          className="flex-1"
          autoComplete="off"
          autoCapitalize="characters"
          // USB scanners type into this field, so it has the focus. A phone's keyboard opens only on a tap.
          inputMode="none"
          onPointerDown={({ currentTarget }) => (currentTarget.inputMode = "text")}
          onBlur={({ currentTarget }) => (currentTarget.inputMode = "none")}
        />
        <Button type="submit">Check</Button>
      </form>
      <Search known={known} zone={zone} field={search} admit={(h) => void show(door.admit(h, "search"))} />
      <Guests admit={admitGuests} />
    </>
  )
}
