import { useMutation } from "@tanstack/react-query"
import { useNavigate } from "react-router-dom"
import { createEventMutation } from "~/shop/queries/staff/products"
import type { EventFields, NewEvent, ProductDetail } from "~/common/api/types"
import { useFromList, type FromList } from "~/shop/features/admin/table/listState"
import { paths } from "~/shop/paths"
import { notify } from "~/common/ui/overlays/notify"

/** Router state for the edit page, which focuses the name of a new event. */
export interface JustMade extends FromList {
  justMade?: true
}

/** Creates a draft and opens its edit page. */
export function useMakeEvent() {
  const create = useMutation(createEventMutation)
  const navigate = useNavigate()
  const from = useFromList()
  return async (fields: NewEvent) => {
    const created = await create.mutateAsync(fields)
    notify.success("Product created.")
    void navigate(paths.adminEvent(created._id), { state: { justMade: true, ...from } satisfies JustMade })
  }
}

/** The stored values of all fields that staff can set, and what it asks its guests. */
export function fieldsOf(event: ProductDetail): EventFields & Pick<NewEvent, "questionsOf"> {
  return {
    questionsOf: event._id,
    name: event.name,
    description: event.description,
    image: event.image,
    category: event.category,
    cardSet: event.cardSet,
    format: event.format,
    minAge: event.minAge ?? null,
    brand: event.brand,
    type: event.type,
    price: event.price,
    refundPolicy: event.refundPolicy,
    memberPrice: event.memberPrice ?? null,
    memberSeats: event.memberSeats ?? 1,
    fairValue: event.fairValue ?? null,
    eventLocation: event.eventLocation,
    maximumEventCapacity: event.maximumEventCapacity,
    startTime: event.startTime,
    endTime: event.endTime,
    isRecurring: event.isRecurring,
    recurringPattern: event.recurringPattern,
  }
}
