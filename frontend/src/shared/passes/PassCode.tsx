import clsx from "clsx"
import type { Pass } from "~/api/queries/seats"

interface PassCodeProps {
  pass: Pass
  /** For a page that is opened at the door. */
  large?: boolean
}

/** A ticket's code, to scan and to read aloud, and how many people it admits. On paper the QR code is 30 mm wide. */
export default function PassCode({ pass, large = false }: PassCodeProps) {
  const { code, label, qr, seats } = pass
  return (
    <div className="keep-together flex flex-wrap items-center gap-x-4 gap-y-2">
      {qr && (
        <svg
          role="img"
          aria-label={`QR code ${code}`}
          viewBox={`0 0 ${qr.size} ${qr.size}`}
          shapeRendering="crispEdges"
          className={clsx(
            "aspect-square shrink-0 rounded-md border border-hair bg-scan-paper text-scan-ink print:w-[30mm] print:border-0",
            large ? "mx-auto w-full max-w-72 print:mx-0" : "w-40",
          )}
        >
          <path d={qr.d} fill="currentColor" />
        </svg>
      )}
      <div className="grid min-w-0 grow basis-36 justify-items-start gap-1">
        {label && <p className="font-semibold [overflow-wrap:anywhere]">{label}</p>}
        <p>Admits {seats}</p>
        <GroupedCode code={code} />
      </div>
    </div>
  )
}

/** The code in groups of four, which are easier to read. Copied, it has no spaces. */
function GroupedCode({ code }: { code: string }) {
  const starts = Array.from({ length: Math.ceil(code.length / 4) }, (_, index) => index * 4)
  return (
    <code className="font-bold">
      {starts.map((start) => (
        <span key={start} className="inline-block not-last:me-[0.5em]">
          {code.slice(start, start + 4)}
        </span>
      ))}
    </code>
  )
}
