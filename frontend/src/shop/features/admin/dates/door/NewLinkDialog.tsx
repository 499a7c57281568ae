import encodeQR from "qr"
import { useMemo } from "react"
import type { NewLink } from "~/common/api/types"
import { ROLES } from "~/shop/features/admin/dates/door/doorText"
import { session } from "~/shop/state/session"
import { shop } from "~/shop/state/shop"
import { Notice } from "~/common/ui/feedback/Notice"
import { CopyField } from "~/common/ui/forms/CopyField"
import { canShare, ShareButton } from "~/common/ui/forms/ShareButton"
import { Button, LinkButton } from "~/common/ui/layout/Button"
import { Dialog } from "~/common/ui/overlays/Dialog"
import { DialogButtons } from "~/common/ui/overlays/DialogButtons"

/** Shows the link and the PIN of a new phone, once. */
export function NewLinkDialog({ link, onClose }: { link: NewLink; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`A phone that ${ROLES[link.role].doing}`}
      description={ROLES[link.role].hint}
    >
      <div className="grid gap-4">
        <Notice look="warning">
          Scan the code with the phone, or send the link. The PIN goes another way. They are not shown again.
        </Notice>
        <LinkCode url={link.url} />
        <CopyField label="Link" text={link.url} />
        <CopyField label="PIN" text={link.pin} />
        <DialogButtons>
          {/* Without the PIN, which should go another way. */}
          {canShare(link.url) && (
            <ShareButton link={{ title: `The door of ${shop().name}`, url: link.url }}>Share the link</ShareButton>
          )}
          <OpenHere link={link} />
          <Button onClick={onClose}>Done</Button>
        </DialogButtons>
      </div>
    </Dialog>
  )
}

/** For organizers who do it themselves. The tab keeps the PIN for the door's page (evening/door/device/page.ts). */
function OpenHere({ link: { url, pin } }: { link: NewLink }) {
  const { pathname, hash } = new URL(url)
  const name = session.get().user?.firstName ?? ""
  const keepPin = () => {
    try {
      sessionStorage.setItem("door", JSON.stringify({ pin, name }))
    } catch {
      // The door's page says that this browser keeps nothing.
    }
  }
  return (
    <LinkButton look="secondary" reloadDocument to={pathname + hash} onClick={keepPin}>
      Open it here
    </LinkButton>
  )
}

const BORDER = 4 // modules of white around a code, which the standard requires

/** The link as a QR code, which the volunteer scans from this screen. */
function LinkCode({ url }: { url: string }) {
  const rows = useMemo(() => encodeQR(url, "raw", { ecc: "medium", border: BORDER }), [url])
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join("")
  return (
    <svg
      role="img"
      aria-label="QR code of the link, to scan with the volunteer's phone"
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      className="w-full max-w-60 justify-self-center rounded-md border border-hair bg-scan-paper text-scan-ink"
    >
      <path d={path} fill="currentColor" />
    </svg>
  )
}
