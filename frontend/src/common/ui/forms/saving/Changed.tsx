import { useEffect } from "react"
import { announce } from "~/common/ui/feedback/announce"
import { Notice } from "~/common/ui/feedback/Notice"
import { Button } from "~/common/ui/layout/Button"
import { tell } from "./tell"
import type { OthersChanges } from "./edits"

/** What others changed while the form was open: what it shows now, and what its user has to decide. */
export default function Changed({ changes }: { changes: OthersChanges }) {
  const { news, conflict, element } = changes
  const told = Object.entries(news).map(([name, value]) => tell(element.current, name, value))
  const lines = told.map(({ label, text }) => `${label}: now ${text}.`)
  const text = lines.join(" ")
  useEffect(() => {
    if (text) announce(text)
  }, [text])
  return (
    <>
      {lines.length > 0 && (
        <Notice>
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Notice>
      )}
      {conflict && <Decisions key={conflict.message} {...changes} {...conflict} />}
    </>
  )
}

function Decisions({
  message,
  theirs,
  element,
  mine,
  decide,
  box,
}: OthersChanges & NonNullable<OthersChanges["conflict"]>) {
  const names = Object.keys(theirs)
  useEffect(() => box.current?.focus(), [box, names.length])
  return (
    <div ref={box} role="alert" tabIndex={-1}>
      <Notice look="warning">
        <p className="font-semibold">{message}</p>
        <ul className="mt-2 grid gap-3">
          {names.map((name) => {
            const { label, text } = tell(element.current, name, theirs[name])
            const own = tell(element.current, name, mine(name)).text
            return (
              <li key={name} className="[overflow-wrap:anywhere]">
                <p className="font-semibold">{label}</p>
                <p>Theirs: {text}</p>
                <p>Mine: {own}</p>
                <div className="mt-1 flex flex-wrap gap-2">
                  <Button look="secondary" aria-label={`Keep mine: ${label}`} onClick={() => decide(name, false)}>
                    Keep mine
                  </Button>
                  <Button look="secondary" aria-label={`Take theirs: ${label}`} onClick={() => decide(name, true)}>
                    Take theirs
                  </Button>
                </div>
              </li>
            )
          })}
        </ul>
      </Notice>
    </div>
  )
}
