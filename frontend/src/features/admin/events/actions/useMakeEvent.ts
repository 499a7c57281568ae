import { useMutation } from "@tanstack/react-query"
import { useNavigate } from "react-router-dom"
import { createEventMutation } from "~/api/queries/staff/products"
import type { ProductForm } from "~/api/types"
import { useFromList, type FromList } from "~/features/admin/table/listState"
import { paths } from "~/paths"
import { notify } from "~/ui/overlays/notify"

/** Router state for the edit page, which focuses the name of a new event. */
export interface JustMade extends FromList {
  justMade?: true
}

/** Creates a draft and opens its edit page. */
export function useMakeEvent() {
  const create = useMutation(createEventMutation)
  const navigate = useNavigate()
  const from = useFromList()
  return async (fields: ProductForm) => {
    const created = await create.mutateAsync(fields)
    notify.success("Product created.")
    void navigate(paths.adminEvent(created._id), { state: { justMade: true, ...from } satisfies JustMade })
  }
}
