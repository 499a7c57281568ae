import type { Voucher } from "~/api/types"
import { CardFact, CardFacts } from "~/features/admin/table/Cards"
import type { Column } from "~/features/admin/table/Table"
import { counted } from "~/lib/counted"
import { formatShortDay } from "~/lib/time/months"
import { Badge } from "~/ui/feedback/Badge"
import { benefitText } from "./fields"

type EventNames = readonly { _id: string; name: string }[]

export const sortable = ["code"]

export const voucherColumns = (events: EventNames): readonly Column<Voucher>[] => [
  { label: "Code", field: "code", names: true, cell: (voucher) => <Code voucher={voucher} /> },
  { label: "Discount", cell: benefitText, className: "whitespace-nowrap" },
  { label: "Used", cell: usesText, className: "count" },
  { label: "Limits", cell: (voucher) => limitsText(voucher, events), className: "text-ink-2 [overflow-wrap:anywhere]" },
]

function Code({ voucher: { code, off } }: { voucher: Voucher }) {
  return (
    <>
      <span className="[overflow-wrap:anywhere]">{code}</span>
      {off && (
        <Badge look="warning" className="ml-2 whitespace-nowrap">
          Turned off
        </Badge>
      )}
    </>
  )
}

/** A row on a phone. */
export function VoucherCard({ voucher, events }: { voucher: Voucher; events: EventNames }) {
  return (
    <>
      <h2 className="font-text text-lg font-bold">
        <Code voucher={voucher} />
      </h2>
      <CardFacts>
        <CardFact label="Discount">{benefitText(voucher)}</CardFact>
        <CardFact label="Used">
          <span className="count">{usesText(voucher)}</span>
        </CardFact>
      </CardFacts>
      <p className="mt-2 text-sm text-ink-2 [overflow-wrap:anywhere] empty:hidden">{limitsText(voucher, events)}</p>
    </>
  )
}

/** "Not yet", "3 times", "3 of 20, 1 per person" */
function usesText({ uses, maxUses, perPerson }: Voucher): string {
  const free = uses === 0 ? "Not yet" : counted(uses, "time")
  const used = maxUses === null ? free : `${uses} of ${maxUses}`
  return perPerson === null ? used : `${used}, ${perPerson} per person`
}

/** "From 12/1/2026 until 12/31/2026. For Friday Draft. Formats: Draft." */
function limitsText(
  { validFrom, validUntil, events, formats, datesFrom, datesTo }: Voucher,
  names: EventNames,
): string {
  const nameOf = (id: string) => names.find(({ _id }) => _id === id)?.name ?? "an event"
  return [
    span("Valid", validFrom, validUntil),
    span("For dates", datesFrom, datesTo),
    events.length > 0 && `For ${events.map(nameOf).join(", ")}.`,
    formats.length > 0 && `Formats: ${formats.join(", ")}.`,
  ]
    .filter(Boolean)
    .join(" ")
}

function span(what: string, from: string | null, to: string | null): string {
  if (!from && !to) return ""
  return `${[what, from && `from ${formatShortDay(from)}`, to && `until ${formatShortDay(to)}`].filter(Boolean).join(" ")}.`
}
