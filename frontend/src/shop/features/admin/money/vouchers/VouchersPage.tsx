import { formatDate } from "~/common/lib/time/dates"
import { useMutation, useQuery } from "@tanstack/react-query"
import { Pencil, Plus, Power, PowerOff } from "lucide-react"
import { updateVoucherMutation, vouchersQuery } from "~/shop/queries/staff/money"
import { type EventName, eventNamesQuery } from "~/shop/queries/staff/orders"
import type { Voucher } from "~/common/api/types"
import type { Column } from "~/shop/features/admin/table/Table"
import { AdminRows, listPage, ListSearch } from "~/shop/features/admin/table/Rows"
import { listParams, useListState } from "~/shop/features/admin/table/listState"
import { cut, RowAction } from "~/shop/features/admin/table/cells"
import { Page } from "~/shop/layout/Page"
import { change } from "~/common/lib/changes"
import { formatMoney } from "~/common/lib/money"
import { counted } from "~/common/lib/text"
import { Badge } from "~/common/ui/feedback/Badge"
import { EmptyState } from "~/common/ui/feedback/States"
import { notify } from "~/common/ui/overlays/notify"
import { benefitText } from "./fields"
import { VoucherEditor } from "./VoucherEditor"
import { DialogButton } from "~/common/ui/overlays/DialogButton"
import { MenuAction, MoreMenu } from "~/common/ui/overlays/MoreMenu"

/** Codes that take something off an order: /admin/vouchers and /admin/vouchers/:n. */
export default listPage(Vouchers)

function Vouchers() {
  const { data: events = [] } = useQuery(eventNamesQuery())
  const columns = voucherColumns(events)
  const state = useListState("vouchers", columns)
  const vouchers = useQuery(vouchersQuery(listParams(state)))
  const add = (
    <DialogButton title="New discount code" content={(close) => <VoucherEditor voucher={null} onClose={close} />}>
      <Plus aria-hidden size={18} />
      New discount code
    </DialogButton>
  )
  const nothing = !state.isNarrowed && vouchers.data?.total === 0
  return (
    <Page title="Discount codes" beside={add}>
      {!nothing && (
        <div className="mb-5 max-w-form">
          <ListSearch label="Search by discount code" state={state} />
        </div>
      )}
      <AdminRows
        query={vouchers}
        noun="discount code"
        rowsOf={(list) => list.vouchers}
        columns={columns}
        rowKey={(voucher) => voucher._id}
        actions={(voucher) => <VoucherActions voucher={voucher} />}
        state={state}
        empty={<EmptyState>No discount codes yet.</EmptyState>}
      />
    </Page>
  )
}

function VoucherActions({ voucher }: { voucher: Voucher }) {
  const { _id: id, code, off } = voucher
  const { mutate: update } = useMutation({
    ...updateVoucherMutation,
    meta: { ...updateVoucherMutation.meta, loud: true },
    onSuccess: (saved) => notify.success(saved.off ? `${code} is turned off.` : `${code} works again.`),
  })
  return (
    <>
      <DialogButton
        opener={(open) => <RowAction compact icon={Pencil} label="Edit" of={code} onClick={open} />}
        title={`Edit ${code}`}
        content={(close) => <VoucherEditor voucher={voucher} onClose={close} />}
      />
      <MoreMenu of={code}>
        <MenuAction
          icon={off ? Power : PowerOff}
          label={off ? "Turn on" : "Turn off"}
          of={code}
          removes={!off}
          onClick={() => update({ id, ...change(voucher, { off: !off }) })}
        />
      </MoreMenu>
    </>
  )
}

const voucherColumns = (events: readonly EventName[]): readonly Column<Voucher>[] => [
  { label: "Discount code", field: "code", names: true, cell: (voucher) => <Code voucher={voucher} /> },
  { label: "Discount", cell: benefitText, className: "whitespace-nowrap" },
  { label: "Used", cell: ({ uses }) => (uses === 0 ? "Not yet" : counted(uses, "time")), className: "count" },
  {
    label: "Cost us",
    note: "before sales tax",
    right: true,
    cell: ({ takenOff }) => formatMoney(takenOff),
  },
  {
    label: "Limits",
    cell: (voucher) => <Limits text={limitsText(voucher, events)} />,
    className: "text-ink-2 max-xl:[overflow-wrap:anywhere] xl:w-full xl:max-w-0",
  },
]

const Limits = ({ text }: { text: string }) => (
  <span title={text} className={cut}>
    {text}
  </span>
)

function Code({ voucher: { code, off } }: { voucher: Voucher }) {
  return (
    <>
      <code className="[overflow-wrap:anywhere]">{code}</code>
      {off && (
        <Badge look="warning" className="ml-2 whitespace-nowrap">
          Turned off
        </Badge>
      )}
    </>
  )
}

/** "20 uses, 1 per person. Valid from 12/1/2026 until 12/31/2026. For Friday Draft. Formats: Draft." */
function limitsText(voucher: Voucher, names: readonly EventName[]): string {
  const { maxUses, perPerson, validFrom, validUntil, events, formats, datesFrom, datesTo } = voucher
  const nameOf = (id: string) => names.find(({ _id }) => _id === id)?.name ?? "an event"
  const uses = [maxUses !== null && counted(maxUses, "use"), perPerson !== null && `${perPerson} per person`]
  const most = uses.filter(Boolean).join(", ")
  return (
    [
      most && `${most}.`,
      span("Valid", validFrom, validUntil),
      span("For dates", datesFrom, datesTo),
      events.length > 0 && `For ${events.map(nameOf).join(", ")}.`,
      formats.length > 0 && `Formats: ${formats.join(", ")}.`,
    ]
      .filter(Boolean)
      .join(" ") || "None"
  )
}

function span(what: string, from: string | null, to: string | null): string {
  if (!from && !to) return ""
  return `${[what, from && `from ${formatDate(from)}`, to && `until ${formatDate(to)}`].filter(Boolean).join(" ")}.`
}
