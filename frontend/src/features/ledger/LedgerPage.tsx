import { useParams } from "react-router-dom"
import { NotFound } from "~/layout/NotFound"
import { isMonth } from "~/lib/time/months"
import { Months } from "./Months"
import { MonthView } from "./MonthView"

/** What came in and what it was used for: /ledger and /ledger/:month */
export default function LedgerPage() {
  const { month } = useParams()
  if (month === undefined) return <Months />
  return isMonth(month) ? <MonthView key={month} month={month} /> : <NotFound>We can't find that month.</NotFound>
}
