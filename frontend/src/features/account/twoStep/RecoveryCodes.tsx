import { useEffect, useRef } from "react"
import { Button } from "~/ui/layout/Button"

/** Shown only once, because the server stores only hashes. Gets the focus, so that users notice them. */
export function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid gap-4 rounded-card border border-hair bg-paper p-4">
      <h3 ref={heading} tabIndex={-1}>
        Your recovery codes
      </h3>
      <p>
        Save these somewhere safe, away from your phone. If you lose your phone, each code signs you in once. We show
        them only this time.
      </p>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] gap-x-4 gap-y-1">
        {codes.map((code) => (
          <li key={code}>
            <code className="font-bold">{code}</code>
          </li>
        ))}
      </ul>
      <Button look="secondary" className="justify-self-start" onClick={onSaved}>
        I've saved my codes
      </Button>
    </div>
  )
}
