import { Check, Copy } from "lucide-react"
import { useId, useRef, useState } from "react"
import { announce } from "~/common/ui/feedback/announce"
import { Button } from "~/common/ui/layout/Button"

const BY_HAND = "Selected. Press Ctrl+C to copy it, on a Mac Cmd+C."

interface CopyFieldProps {
  label: string
  /** The text to copy. */
  text: string
  /** Shows several lines. */
  rows?: number
}

const look = "min-h-tap w-full min-w-0 rounded-md border border-line bg-paper px-3 py-2 font-code text-sm text-ink"

/** A text to read, select, or copy with a button. */
export function CopyField({ label, text, rows = 1 }: CopyFieldProps) {
  const id = useId()
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const [outcome, setOutcome] = useState<"copied" | "selected" | null>(null)
  const copy = async () => {
    field.current?.select()
    const done = await copyToClipboard(text)
    setOutcome(done ? "copied" : "selected")
    announce(done ? "Copied." : BY_HAND)
  }
  const shared = {
    id,
    ref: field,
    value: text,
    readOnly: true,
    className: look,
    onFocus: (event: { currentTarget: { select(): void } }) => event.currentTarget.select(),
  }
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <div className="flex flex-wrap items-start gap-2 sm:flex-nowrap">
        {rows > 1 ? <textarea rows={rows} {...shared} /> : <input type="text" {...shared} />}
        <Button look="secondary" onClick={() => void copy()} className="shrink-0">
          {outcome === "copied" ? <Check aria-hidden size={18} /> : <Copy aria-hidden size={18} />}
          {outcome === "copied" ? "Copied" : "Copy"}
        </Button>
      </div>
      {outcome === "selected" && <p className="text-sm text-ink-2">{BY_HAND}</p>}
    </div>
  )
}

/** Returns whether it succeeded: browsers allow copying only on secure pages, and users can deny it. */
export async function copyToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
