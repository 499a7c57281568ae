import { useMutation } from "@tanstack/react-query"
import { Pencil, Power, PowerOff } from "lucide-react"
import type { Voucher } from "~/api/types"
import { updateVoucherMutation } from "~/api/queries/staff/money/vouchers"
import { RowAction } from "~/features/admin/table/RowAction"
import { notify } from "~/ui/overlays/notify"

export function VoucherActions({ voucher, onEdit }: { voucher: Voucher; onEdit: () => void }) {
  const { code, off } = voucher
  const update = useMutation({ ...updateVoucherMutation, meta: { invalidates: ["Voucher", "Quote"] } })
  const turn = async () => {
    const { _id: id, uses: _, ...fields } = voucher
    await update.mutateAsync({ id, ...fields, off: !off })
    notify.success(off ? `${code} works again.` : `${code} is turned off.`)
  }
  return (
    <>
      <RowAction icon={Pencil} label="Edit" of={code} onClick={onEdit} />
      <RowAction
        icon={off ? Power : PowerOff}
        label={off ? "Turn on" : "Turn off"}
        of={code}
        onClick={() => void turn().catch(() => {})} // a toast shows the error
      />
    </>
  )
}
