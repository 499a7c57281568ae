import { Check, Copy } from "lucide-react"
import { useId, useRef, useState } from "react"
import { announce } from "~/ui/announce"
import { Button } from "~/ui/Button"

interface CopyFieldProps {
  label: string
  /** What is copied, as it is. */
  text: string
  /** For more than one line. */
  rows?: number
}

const look = "min-h-tap w-full min-w-0 rounded-md border border-line bg-paper px-3 py-2 font-mono text-sm text-ink"

/** A text to take along: it can be read, selected, and copied at one press. */
export function CopyField({ label, text, rows = 1 }: CopyFieldProps) {
  const id = useId()
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const [said, setSaid] = useState("")
  const copy = async () => {
    field.current?.select()
    const words = (await copied(text)) ? "Copied." : "Selected. Press Ctrl+C to copy it, on a Mac Cmd+C."
    setSaid(words)
    announce(words)
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
          {said === "Copied." ? <Check aria-hidden size={18} /> : <Copy aria-hidden size={18} />}
          Copy
        </Button>
      </div>
      <p aria-hidden className="min-h-5 text-sm text-ink-2">
        {said}
      </p>
    </div>
  )
}

/** Browsers allow it on secure pages only, and people may forbid it. */
async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
