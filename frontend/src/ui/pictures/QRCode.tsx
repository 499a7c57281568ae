import clsx from "clsx"

interface QRCodeProps {
  /** Side of the square, including the white border */
  size: number
  /** SVG path of the dark modules */
  path: string
  label: string
  className?: string
}

/** A QR code, black on white in both themes and on paper, because cameras read it. */
export function QRCode({ size, path, label, className }: QRCodeProps) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={clsx("rounded-md bg-scan-paper text-scan-ink", className)}
    >
      <path d={path} fill="currentColor" />
    </svg>
  )
}
