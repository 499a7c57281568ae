import { Share2 } from "lucide-react"
import { type ComponentProps, useState } from "react"
import { copyToClipboard, CopyField } from "~/common/ui/forms/CopyField"
import { Button } from "~/common/ui/layout/Button"

type Link = { url: string; title?: string; text?: string }

type ShareButtonProps = Omit<ComponentProps<typeof Button>, "onClick"> & { link: Link }

/** Opens the device's share sheet with a link. Without one, copies the link and says so. */
export function ShareButton({ link, children = "Share", ...rest }: ShareButtonProps) {
  const [copied, setCopied] = useState<boolean | null>(null)
  const press = async () => {
    if (!(await openSheet(link))) setCopied(await copyToClipboard(link.url))
  }
  return (
    <>
      <Button look="secondary" {...rest} onClick={() => void press()}>
        <Share2 aria-hidden size={18} />
        {children}
      </Button>
      <div role="status" className="basis-full empty:hidden">
        {copied && "Link copied. Paste it wherever you like."}
        {copied === false && <CopyField label="Copy this link to share it:" text={link.url} />}
      </div>
    </>
  )
}

/** Whether the device can pass the link to other apps. Most desktop browsers can't. */
export const canShare = (url: string) => "share" in navigator && (navigator.canShare?.({ url }) ?? true)

/** Returns whether the share sheet opened, even if it was closed without a choice, which is an error too. */
async function openSheet(link: Link): Promise<boolean> {
  if (!canShare(link.url)) return false
  try {
    await navigator.share(link)
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError"
  }
}
