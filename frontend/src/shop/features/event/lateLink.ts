import { useQuery } from "@tanstack/react-query"
import { useLocation } from "react-router-dom"
import { isRefusal } from "~/common/api/client"
import type { ProductDetail } from "~/common/api/types"
import { lateOfferQuery } from "~/shop/queries/late"
import { useUser } from "~/shop/state/session"

/** What became of the link that a till shows: /product/…#door=…; null without one, or while it is not known. */
export type LateLink = { product: string; token: string; left: number } | "ended" | null

export function useLateLink({ _id }: ProductDetail): LateLink {
  const user = useUser()
  const token = /^#door=(.+)$/.exec(useLocation().hash)?.[1] ?? ""
  const { data, error } = useQuery({ ...lateOfferQuery(token, 1, user?._id), enabled: token !== "" })
  if (error) return isRefusal(error, "door_link_ended") ? "ended" : null
  if (!token || !data) return null
  return data.product === _id ? { product: _id, token, left: data.left } : "ended"
}
