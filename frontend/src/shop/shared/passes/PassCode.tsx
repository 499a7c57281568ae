import clsx from "clsx"
import { useLocation, useNavigate } from "react-router-dom"
import { Link } from "~/common/ui/layout/Link"
import { counted } from "~/common/lib/text"
import { whenParts } from "~/common/lib/time/dates"
import { WhenParts, YourTime } from "~/common/ui/time/When"
import type { Pass } from "~/common/api/types"

/** How large a code is: on a page, on a page that is opened at the door, or on the full screen. */
export type CodeSize = "small" | "large" | "full"

const page = { box: "flex-wrap", text: "justify-items-start grow basis-36" }
const layouts = {
  small: { ...page, code: "w-40" },
  large: { ...page, code: "mx-auto w-full max-w-72 print:mx-0" },
  // As large as fits with its texts, which are beside it on a phone that is held sideways.
  full: {
    box: "flex-col justify-center low:flex-row",
    code: "w-[min(100%,max(15rem,100dvh-20rem))] low:w-[max(10rem,100dvh-7rem)]",
    text: "justify-items-center text-center text-lg low:justify-items-start",
  },
}

interface PassCodeProps {
  pass: Pass
  size: CodeSize
  caption: string
  /** The ticket's name in the address that shows its code on the full screen. */
  opens?: string | undefined
}

/** "Code 1 of 2 · 3 seats · June Okafor", or "3 seats · June Okafor" for the only code. `holder` has those without a label. */
export function captionOf({ seats, label }: Pass, number: number, count: number, holder: string): string {
  return [count > 1 && `Code ${number} of ${count}`, counted(seats, "seat"), label || holder]
    .filter(Boolean)
    .join(" · ")
}

/** A ticket's code, to scan and to read aloud, with how many people it admits and who they are. On paper the QR code is 30 mm wide. */
export function PassCode({ pass, size, caption, opens }: PassCodeProps) {
  const { code, qr } = pass
  const { box, code: width, text } = layouts[size]
  const picture = qr && (
    <svg
      role="img"
      aria-label={`QR code ${code}`}
      viewBox={`0 0 ${qr.size} ${qr.size}`}
      shapeRendering="crispEdges"
      className={clsx(
        "aspect-square rounded-md border border-hair bg-scan-paper text-scan-ink print:border-0",
        opens ? "w-full" : clsx("shrink-0 print:w-[30mm]", width),
      )}
    >
      <path d={qr.d} fill="currentColor" />
    </svg>
  )
  return (
    <div className={clsx("keep-together flex items-center gap-x-4 gap-y-2", box)}>
      {opens ? (
        <Link
          to={{ search: `?code=${opens}` }}
          state={{ opened: true } satisfies Opened}
          preventScrollReset
          className={clsx(
            "shrink-0 text-center text-sm font-semibold -outline-offset-3! focus-visible:shadow-none! print:w-[30mm]",
            width,
          )}
        >
          {picture} <span className="no-print">Full screen</span>
        </Link>
      ) : (
        picture
      )}
      <div className={clsx("grid min-w-0 gap-1", text)}>
        <p className={clsx("font-semibold [overflow-wrap:anywhere]", size !== "small" && "text-lg")}>{caption}</p>
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

/** In the address, stands for the ticket that is needed next. */
export const NEXT_CODE = "1"

/** Router state of an address with a code: it was opened from the page without one, which Back returns to. */
interface Opened {
  opened: true
}

/**
 * The ticket whose code fills the screen, from the address: `?code=` and its ID, or NEXT_CODE. So Back closes it, and other pages can link to it.
 */
export function useOpenCode(): { code: string | null; close: () => void } {
  const { search, state } = useLocation()
  const navigate = useNavigate()
  return {
    code: new URLSearchParams(search).get("code"),
    close: () =>
      void ((state as Opened | null)?.opened
        ? navigate(-1)
        : navigate({ search: "" }, { replace: true, preventScrollReset: true })),
  }
}

/** The heading of a ticket's page on its day. */
export function EventAndTime({ event, start, end }: { event: string; start: string; end: string }) {
  return (
    <span className="[overflow-wrap:anywhere]">
      {event}{" "}
      <span className="mt-1 block font-text text-lg font-semibold">
        <WhenParts {...whenParts(start, end)} />
        <YourTime at={start} className="block text-sm font-normal text-ink-2" />
      </span>
    </span>
  )
}
