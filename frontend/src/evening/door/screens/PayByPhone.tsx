import { lazy, memo, Suspense } from "react"
import { Fold } from "~/common/ui/layout/Fold"

const BORDER = 4 // modules of white around a code, which the standard requires

// The encoder comes after the rest, because few evenings need it. The service worker keeps it.
const Code = lazy(async () => {
  const { default: encodeQR } = await import("qr")
  const Drawn = ({ url }: { url: string }) => {
    const rows = encodeQR(url, "raw", { ecc: "low", border: BORDER })
    const path = rows.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")).join("")).join("")
    return (
      <svg
        role="img"
        aria-label="QR code"
        data-url={url}
        viewBox={`0 0 ${rows.length} ${rows.length}`}
        shapeRendering="crispEdges"
        className="w-full max-w-80 justify-self-center bg-scan-paper text-scan-ink"
      >
        <path d={path} fill="currentColor" />
      </svg>
    )
  }
  return { default: Drawn }
})

/** The code that a late guest scans to pay with PayPal, Venmo or a card, folded. */
export const PayByPhone = memo(({ url }: { url: string }) => (
  <Fold
    className="rounded-md border border-line bg-paper px-3 [&>summary]:min-h-12"
    title="Pay by phone: the guest scans a code"
  >
    <Suspense>
      <Code url={url} />
    </Suspense>
  </Fold>
))
