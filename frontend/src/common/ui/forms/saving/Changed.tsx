import { useEffect, useEffectEvent, useState } from "react"
import { announce } from "~/common/ui/feedback/announce"
import { Notice } from "~/common/ui/feedback/Notice"
import { Button } from "~/common/ui/layout/Button"
import { tell } from "./tell"
import type { OthersChanges } from "./edits"

/** What others changed while the form was open: what it shows now, and what its user has to decide. */
export default function Changed({ changes }: { changes: OthersChanges }) {
  const { news, conflict, element, apiName } = changes
  const authors = useAuthors(changes)
  const lines = Object.entries(news).map(([name, value]) => {
    const { label, text } = tell(element.current, name, value)
    const by = authors?.[apiName(name)]
    return `${label}: now ${text}${by ? `, changed by ${by}` : ""}.`
  })
  const text = lines.join(" ")
  useEffect(() => {
    if (text && authors) announce(text)
  }, [text, authors])
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

/** Who changed the fields, by the API's names, as far as it is known; null while it is asked. */
function useAuthors({ news, apiName, whoChanged }: OthersChanges) {
  const [found, setFound] = useState<{ of: string; authors: Record<string, string> } | null>(null)
  const of = JSON.stringify(news)
  const ask = useEffectEvent(async () => {
    const names = [...new Set(Object.keys(news).map(apiName))]
    const changes = names.length > 0 && whoChanged ? await whoChanged(names).catch(() => []) : []
    setFound({ of, authors: Object.fromEntries(changes.map(({ name, by }) => [name, by])) })
  })
  useEffect(() => void ask(), [of])
  return found?.of === of ? found.authors : null
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
