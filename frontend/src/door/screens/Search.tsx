import { useRef, useState, type KeyboardEvent, type Ref } from "react"
import { searchPasses } from "../protocol/search"
import { decide, insideOf, type Known } from "../protocol/verdict"
import type { Pass } from "../protocol/types"
import { describeRefusal } from "../protocol/words"
import { Field } from "../ui/Field"

interface Props {
  known: Known
  zone: string
  field: Ref<HTMLInputElement>
  admit: (h: string) => void
}

/** Finds guests by name, for those without a code. */
export function Search({ known, zone, field, admit }: Props) {
  const [text, setText] = useState("")
  const list = useRef<HTMLUListElement>(null)
  const found = searchPasses(known.list.passes, text)
  const choose = (pass: Pass) => {
    setText("")
    admit(pass.h)
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.key === "Escape") setText("")
    if (event.key !== "Enter") return
    if (found.length === 1) choose(found[0]!)
    else list.current?.querySelector("button")?.focus()
  }
  return (
    <search className="grid gap-2">
      <Field
        ref={field}
        label="Find a name"
        type="search"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={pressed}
      />
      <ul ref={list} className="grid gap-1">
        {found.map((pass) => (
          <li key={pass.h}>
            <button
              type="button"
              className="edge flex min-h-12 w-full items-center gap-3 rounded-md border border-line bg-paper px-3 text-left"
              onClick={() => choose(pass)}
            >
              <span className="min-w-0 flex-1 font-semibold [overflow-wrap:anywhere]">{pass.name}</span>{" "}
              <span className="text-sm text-ink-2">{stateOf(pass, known, zone)}</span>
            </button>
          </li>
        ))}
      </ul>
    </search>
  )
}

function stateOf(pass: Pass, known: Known, zone: string): string {
  const decision = decide(pass.h, known)
  if (decision.kind === "in") return `${insideOf(pass, known)} of ${pass.seats} in`
  return decision.kind === "double" ? "All in" : describeRefusal(decision, zone).title
}
