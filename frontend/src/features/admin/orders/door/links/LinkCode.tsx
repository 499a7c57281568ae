import encodeQR from "qr"
import { useMemo } from "react"

const BORDER = 4 // modules of white around a code, which the standard requires

/** The link as a QR code, which the volunteer scans from this screen. */
export function LinkCode({ url }: { url: string }) {
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
