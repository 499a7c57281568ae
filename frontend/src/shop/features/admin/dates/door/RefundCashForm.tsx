import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query"
import * as v from "valibot"
import { ApiError } from "~/common/api/client"
import { refundCashMutation } from "~/shop/queries/staff/door"
import { ordersQuery } from "~/shop/queries/staff/orders"
import { reasonField } from "~/shop/features/admin/orders/review/ReasonButton"
import { cleanCode } from "~/common/lib/fold"
import { formatMoney } from "~/common/lib/money"
import { TextField } from "~/common/ui/forms/Field"
import { Form, FormButtons, useForm } from "~/common/ui/forms/Form"
import { requiredText } from "~/common/ui/forms/rules"
import { notify } from "~/common/ui/overlays/notify"

const schema = v.object({
  order: requiredText("Enter the order's number, such as C-7K3M9."),
  seats: v.pipe(v.string(), v.trim(), v.regex(/^[1-9]\d?$/, "Enter how many seats, such as 1.")),
  reason: reasonField,
})

/** Refunds seats that were sold at the door, from its drawer. */
export function RefundCashForm({ doorId, onClose }: { doorId: string; onClose: () => void }) {
  const client = useQueryClient()
  const refund = useMutation(refundCashMutation)
  const form = useForm({
    name: `cash refund ${doorId}`,
    schema,
    values: { order: "", seats: "1", reason: "" },
    save: async ({ order: number, seats, reason }) => {
      const order = await findOrder(client, cleanCode(number).toUpperCase())
      const { amount } = await refund.mutateAsync({ id: doorId, order, seats: Number(seats), reason })
      notify.success(`Give ${formatMoney(amount)} to the guest.`)
      onClose()
    },
  })
  return (
    <Form form={form}>
      <TextField
        label="Order number"
        hint="It is in the guest list."
        autoComplete="off"
        autoCapitalize="characters"
        {...form.field("order")}
      />
      <TextField label="Seats" inputMode="numeric" autoComplete="off" {...form.field("seats")} />
      <TextField label="Reason" hint="For the records." autoComplete="off" {...form.field("reason")} />
      <FormButtons form={form} onCancel={onClose} look="danger" busyText="Refunding…">
        Refund
      </FormButtons>
    </Form>
  )
}

/** Returns the ID of the order with this number. */
async function findOrder(client: QueryClient, number: string): Promise<string> {
  const { orders } = await client.fetchQuery(ordersQuery({ keyword: number }))
  const found = orders.find((order) => order.number === number)
  if (!found) throw new ApiError(404, { message: "", errors: { order: ["No order has this number."] } })
  return found._id
}
