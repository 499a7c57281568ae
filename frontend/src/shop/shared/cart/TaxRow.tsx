import { formatMoney, formatRate } from "~/common/lib/money"
import type { TaxAtRate } from "~/common/lib/pricing"
import { SumRow } from "~/common/ui/layout/SumRow"

interface TaxRowProps {
  label?: string
  taxPrice: number
  taxes?: readonly TaxAtRate[] | undefined
  /** The single rate, where it is known. */
  rate?: number
}

/** The sales tax in one line; if there are several rates, what is at which is folded into it. */
export function TaxRow({ label = "Taxes", taxPrice, taxes = [], rate }: TaxRowProps) {
  if (taxes.length < 2)
    return (
      <SumRow label={label} note={rate === undefined ? "sales tax" : `sales tax, ${formatRate(rate)}`}>
        {formatMoney(taxPrice)}
      </SumRow>
    )
  const rates = (
    <details>
      <summary>{label}</summary>
      <ul className="text-sm text-ink-2">
        {taxes.map(({ rate, amount }) => (
          <li key={rate}>{`${formatRate(rate)} sales tax: ${formatMoney(amount)}`}</li>
        ))}
      </ul>
    </details>
  )
  return <SumRow label={rates}>{formatMoney(taxPrice)}</SumRow>
}
