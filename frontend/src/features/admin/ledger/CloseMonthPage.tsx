import { useParams } from "react-router-dom"
import { NotFound } from "~/layout/NotFound"
import { isMonth } from "~/lib/time/months"
import { CloseMonth } from "./CloseMonth"
import { MonthList } from "./MonthList"

/** Where staff keep the ledger and close its months: /admin/ledger and /admin/ledger/:month */
export default function CloseMonthPage() {
  const [, month, ...rest] = useParams()["*"]!.replace(/\/$/, "").split("/")
  if (month === undefined) return <MonthList />
  if (rest.length > 0) return <NotFound />
  return isMonth(month) ? <CloseMonth key={month} month={month} /> : <NotFound>We can't find that month.</NotFound>
}
