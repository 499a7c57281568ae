import { useMutation, useQuery } from "@tanstack/react-query"
import { Plus } from "lucide-react"
import { useState } from "react"
import type { Voucher } from "~/api/types"
import { eventNamesQuery } from "~/api/queries/staff/orders"
import { updateVoucherMutation, vouchersQuery } from "~/api/queries/staff/vouchers"
import { Page } from "~/layout/Page"
import { counted } from "~/lib/counted"
import { cleanCode } from "~/lib/text/fold"
import { formatShortDay } from "~/lib/time/months"
import { Badge } from "~/ui/feedback/Badge"
import { EmptyState, Loaded, Skeleton } from "~/ui/feedback/States"
import { TextField } from "~/ui/forms/Field"
import { Button } from "~/ui/layout/Button"
import { lazyDialog } from "~/ui/overlays/lazyDialog"
import { notify } from "~/ui/overlays/notify"
import { benefitText } from "./fields"

const MOST = 40

const VoucherDialog = lazyDialog(() => import("./VoucherDialog"))

/** Codes that take something off an order: /admin/vouchers */
export default function VouchersPage() {
  const query = useQuery(vouchersQuery())
  const [edited, setEdited] = useState<Voucher | null>(null)
  const [open, setOpen] = useState(false)
  const edit = (voucher: Voucher | null) => {
    setEdited(voucher)
    setOpen(true)
  }
  const add = (
    <Button onClick={() => edit(null)}>
      <Plus aria-hidden size={18} />
      New code
    </Button>
  )
  const isEmpty = query.data?.vouchers.length === 0
  return (
    <Page title="Vouchers" beside={!isEmpty && add}>
      <Loaded query={query} what="the codes" loading={<Skeleton className="h-60 rounded-card" />}>
        {({ vouchers }) =>
          vouchers.length === 0 ? (
            <EmptyState action={add}>No codes yet.</EmptyState>
          ) : (
            <VoucherList vouchers={vouchers} onEdit={edit} />
          )
        }
      </Loaded>
      <VoucherDialog key={edited?._id ?? "new"} open={open} onOpenChange={setOpen} voucher={edited} />
    </Page>
  )
}

/** With many codes, such as those of a batch, a search field and the newest ones. */
function VoucherList({ vouchers, onEdit }: { vouchers: readonly Voucher[]; onEdit: (voucher: Voucher) => void }) {
  const [text, setText] = useState("")
  const found = vouchers.filter(({ code }) => code.includes(cleanCode(text).toUpperCase()))
  return (
    <div className="grid gap-4">
      {vouchers.length > MOST && (
        <TextField
          label="Search by code"
          type="search"
          autoComplete="off"
          spellCheck={false}
          className="max-w-[24rem]"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      )}
      <p role="status" className="count text-sm text-ink-2 empty:hidden">
        {vouchers.length > MOST && foundText(found.length)}
      </p>
      <ul className="grid gap-3 lg:grid-cols-2">
        {found.slice(0, MOST).map((voucher) => (
          <VoucherRow key={voucher._id} voucher={voucher} onEdit={() => onEdit(voucher)} />
        ))}
      </ul>
    </div>
  )
}

function foundText(count: number): string {
  if (count === 0) return "No code has these characters."
  return count > MOST ? `${counted(count, "code")}. The newest ${MOST} are shown.` : counted(count, "code")
}

function VoucherRow({ voucher, onEdit }: { voucher: Voucher; onEdit: () => void }) {
  const { code, off } = voucher
  const update = useMutation({ ...updateVoucherMutation, meta: { invalidates: ["Voucher", "Quote"] } })
  const { data: events = [] } = useQuery(eventNamesQuery())
  const turn = async () => {
    const { _id: id, uses: _, ...fields } = voucher
    await update.mutateAsync({ id, ...fields, off: !off })
    notify.success(off ? `${code} works again.` : `${code} is turned off.`)
  }
  return (
    <li className="grid content-start gap-1 rounded-card border border-hair bg-paper p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="font-text text-lg font-bold [overflow-wrap:anywhere]">{code}</h2>
        {off && <Badge look="warning">Turned off</Badge>}
        <span className="ml-auto font-semibold">{benefitText(voucher)}</span>
      </div>
      <p className="count">{usesText(voucher)}</p>
      <p className="text-sm text-ink-2 empty:hidden">{limitsText(voucher, events)}</p>
      <div className="-mx-1 flex flex-wrap gap-x-3">
        <Button look="quiet" aria-label={`Edit ${code}`} onClick={onEdit} className="min-w-tap">
          Edit
        </Button>
        <Button
          look="quiet"
          aria-label={`${off ? "Turn on" : "Turn off"} ${code}`}
          busy={update.isPending}
          onClick={() => void turn().catch(() => {})} // a toast shows the error
        >
          {off ? "Turn on" : "Turn off"}
        </Button>
      </div>
    </li>
  )
}

function usesText({ uses, maxUses, perPerson }: Voucher): string {
  const free = uses === 0 ? "Not used yet" : `Used ${counted(uses, "time")}`
  const used = maxUses === null ? free : `${uses} of ${maxUses} used`
  return perPerson === null ? used : `${used}, ${perPerson} per person`
}

/** "From 12/1/2026 until 12/31/2026. For Friday Draft. Formats: Draft." */
function limitsText(
  { validFrom, validUntil, events, formats, datesFrom, datesTo }: Voucher,
  names: readonly { _id: string; name: string }[],
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
