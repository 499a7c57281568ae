import { useQuery } from "@tanstack/react-query"
import { Link } from "~/common/ui/layout/Link"
import { raisedQuery } from "~/shop/queries/giving"
import { paths } from "~/shop/paths"

/** What there is for the charity since the season began, as a link to the ledger. Without a goal and before the first dollar: `otherwise`. */
export function RaisedThisSeason({ otherwise = null }: { otherwise?: string | null }) {
  const { data } = useQuery(raisedQuery({ season: "current" }))
  if (!data?.summary) return <>{otherwise}</>
  return (
    <Link to={paths.ledger()} className="count text-inherit underline hover:no-underline">
      {data.summary}
    </Link>
  )
}
