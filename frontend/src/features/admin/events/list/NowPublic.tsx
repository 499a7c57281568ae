import { useEffect, useState } from "react"
import { Link, useLocation } from "react-router-dom"
import type { Product } from "~/api/types"
import type { JustPublished } from "~/features/admin/events/justPublished"
import { paths } from "~/paths"
import { announce } from "~/ui/announce"
import { Notice } from "~/ui/Notice"

const link = "inline-flex min-h-tap items-center underline lg:min-h-6"

/** Tells of the event that was published last until the list is left, and leads to its row. `rows` are those shown. */
export function NowPublic({ rows }: { rows: readonly Product[] | undefined }) {
  const state = useLocation().state as JustPublished | null
  const [published] = useState(state?.published) // an order or a filter of the list goes on without it
  const said = published && `${published.name}: ${published.text}`
  useEffect(() => {
    if (said) announce(said)
  }, [said])
  if (!published) return null
  const { _id, name, text } = published
  // The list begins with the oldest: a new event is on its last page.
  const isElsewhere = rows && !rows.some((row) => row._id === _id)
  return (
    <Notice look="success" className="mb-5">
      <p className="font-semibold">{name}</p>
      <p className="count">{text}</p>
      <p className="flex flex-wrap gap-x-6 font-semibold lg:mt-1">
        <Link to={paths.event(_id)} className={link}>
          See it as visitors do
        </Link>
        {isElsewhere && (
          <Link
            to={`${paths.adminList("products")}?keyword=${encodeURIComponent(name)}`}
            state={{ published } satisfies JustPublished}
            className={link}
          >
            Show it in the list
          </Link>
        )}
      </p>
    </Notice>
  )
}
