/** Tables with the months of a year beside each other. */
import type { LedgerYear } from "~/common/api/types"
import { monthHeading } from "~/common/lib/time/dates"
import type { Column } from "~/shop/features/admin/table/Table"

export interface NumbersRow {
  name: string
  /** One for each month of the year. */
  months: readonly number[]
  total: number
  /** Of an account in which something is left from year to year. */
  before?: number | null
  after?: number | null
}

const plain = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2 })

/** "1,086.50", "−12.00", or "" for 0, so that the eye finds what there is. */
export const plainAmount = (amount: number) =>
  amount === 0 ? "" : `${amount < 0 ? "−" : ""}${plain.format(Math.abs(amount))}`

/** The rows' names, the months since anything was booked, and the total. */
export function monthColumns({ months, accounts }: LedgerYear, label: string): Column<NumbersRow>[] {
  const isUsed = (index: number) => accounts.some((account) => account.months[index] !== 0)
  const first = months.findIndex((_, index) => isUsed(index))
  return [
    { label, names: true, cell: ({ name }) => name, className: "[overflow-wrap:anywhere]" },
    ...months.flatMap((month, index) =>
      index < first
        ? []
        : [
            {
              label: monthHeading(month).slice(0, 3),
              right: true,
              cell: (row: NumbersRow) => plainAmount(row.months[index] ?? 0),
            },
          ],
    ),
    { label: "Total", right: true, cell: ({ total }) => <strong>{plainAmount(total) || "0.00"}</strong> },
  ]
}
