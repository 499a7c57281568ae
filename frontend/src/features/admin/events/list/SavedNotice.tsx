import { useEffect, useState } from "react"
import { Link, useLocation } from "react-router-dom"
import type { Product } from "~/api/types"
import type { JustSaved } from "~/features/admin/events/edit/form/useEventForm"
import { useFromList } from "~/features/admin/table/listState"
import { paths } from "~/paths"
import { announce } from "~/ui/feedback/announce"
import { Notice } from "~/ui/feedback/Notice"

const link = "inline-flex min-h-tap items-center underline lg:min-h-6"

/**
 * The result of saving a draft: it is public, or why it is still a draft. Shown until the list is left, with a link
 * that searches for the event if it isn't among `rows`.
 */
export function SavedNotice({ rows }: { rows: readonly Product[] | undefined }) {
  const state = useLocation().state as JustSaved | null
  const fromList = useFromList()
  const [saved] = useState(state?.saved) // sorting and filtering remove it from the router state
  const spoken = saved && `${saved.name}: ${saved.text}`
  useEffect(() => {
    if (spoken) announce(spoken)
  }, [spoken])
  if (!saved) return null
  const { _id, name, text, isDraft } = saved
  // The list is sorted by the next date, so the event may be on another page.
  const isElsewhere = rows && !rows.some((row) => row._id === _id)
  return (
    <Notice look={isDraft ? "warning" : "success"} className="mb-5">
      <p className="font-semibold">{name}</p>
      <p className="count">{text}</p>
      <p className="flex flex-wrap gap-x-6 font-semibold lg:mt-1">
        {isDraft ? (
          <Link to={paths.adminEvent(_id)} state={fromList} className={link}>
            Edit it
          </Link>
        ) : (
          <Link to={paths.event(_id)} className={link}>
            See it as visitors do
          </Link>
        )}
        {isElsewhere && (
          <Link
            to={`${paths.adminList("products")}?keyword=${encodeURIComponent(name)}`}
            state={{ saved } satisfies JustSaved}
            className={link}
          >
            Show it in the list
          </Link>
        )}
      </p>
    </Notice>
  )
}
