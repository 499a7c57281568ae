import { Share2 } from "lucide-react"
import { useId, useState } from "react"
import { Button } from "~/ui/layout/Button"

interface ShareButtonProps {
  title: string
  /** A path of this site */
  path: string
}

type Outcome = "copied" | "by hand"

/** The device's own way to share where it has one; else the link is copied, and that is said. */
export function ShareButton({ title, path }: ShareButtonProps) {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  return (
    <>
      <Button look="secondary" onClick={() => void share(title, addressOf(path)).then(setOutcome)}>
        <Share2 aria-hidden size={18} />
        Share
      </Button>
      <div role="status" className="basis-full empty:hidden">
        {outcome === "copied" && "Link copied. Paste it wherever you like."}
        {outcome === "by hand" && <ByHand address={addressOf(path)} />}
      </div>
    </>
  )
}

function ByHand({ address }: { address: string }) {
  const id = useId()
  return (
    <div className="grid max-w-measure gap-1">
      <label htmlFor={id}>Copy this link to share it:</label>
      <input
        id={id}
        readOnly
        value={address}
        onFocus={(event) => event.target.select()}
        className="min-h-tap w-full rounded-md border border-line bg-paper px-3 text-ink"
      />
    </div>
  )
}

function addressOf(path: string): string {
  return window.location.origin + path
}

/** null: nothing is left to say; the device showed its own sheet, used or not. */
async function share(title: string, url: string): Promise<Outcome | null> {
  if (typeof navigator.share === "function") {
    try {
      await navigator.share({ title, url })
      return null
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return null // the visitor changed their mind
    }
  }
  try {
    await navigator.clipboard.writeText(url)
    return "copied"
  } catch {
    return "by hand" // no permission, or a page that is not https
  }
}
