import { Share2 } from "lucide-react"
import { useId, useState } from "react"
import { Button } from "~/ui/layout/Button"

interface ShareButtonProps {
  title: string
  /** A path on this site. */
  path: string
}

type Outcome = "copied" | "not copied"

/** Opens the device's share sheet. Without one, copies the link and says so. */
export function ShareButton({ title, path }: ShareButtonProps) {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  return (
    <>
      <Button look="secondary" onClick={() => void share(title, absoluteUrl(path)).then(setOutcome)}>
        <Share2 aria-hidden size={18} />
        Share
      </Button>
      <div role="status" className="basis-full empty:hidden">
        {outcome === "copied" && "Link copied. Paste it wherever you like."}
        {outcome === "not copied" && <LinkField url={absoluteUrl(path)} />}
      </div>
    </>
  )
}

function LinkField({ url }: { url: string }) {
  const id = useId()
  return (
    <div className="grid max-w-measure gap-1">
      <label htmlFor={id}>Copy this link to share it:</label>
      <input
        id={id}
        readOnly
        value={url}
        onFocus={(event) => event.target.select()}
        className="min-h-tap w-full rounded-md border border-line bg-paper px-3 text-ink"
      />
    </div>
  )
}

function absoluteUrl(path: string): string {
  return window.location.origin + path
}

/** Shares the link. Returns null if the device has a share sheet, even if it was dismissed. */
async function share(title: string, url: string): Promise<Outcome | null> {
  if (typeof navigator.share === "function") {
    try {
      await navigator.share({ title, url })
      return null
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return null // the visitor dismissed the sheet
    }
  }
  try {
    await navigator.clipboard.writeText(url)
    return "copied"
  } catch {
    return "not copied" // no permission, or a page that is not https
  }
}
