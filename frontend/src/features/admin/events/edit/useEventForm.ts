import { useMutation } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import { useNavigate } from "react-router-dom"
import { ApiError } from "~/api/client"
import { updateEventMutation } from "~/api/queries/staffProducts"
import type { BookedDate, ProductDetail, ProductForm } from "~/api/types"
import { asFilledIn, type Filler } from "~/features/admin/events/edit/asFilledIn"
import { eventSchema, fieldsSent, valuesOf, type EventValues } from "~/features/admin/events/edit/fields"
import { justPublished } from "~/features/admin/events/justPublished"
import { atTheFields } from "~/features/admin/events/edit/refusedFields"
import { useWayBack } from "~/features/admin/shared/listState"
import { paths } from "~/paths"
import { shop } from "~/state/shop"
import { notify } from "~/ui/notify"
import { useShopForm } from "~/ui/useShopForm"

/** A save that waits for the answer to whether bookings move along. */
export interface Question {
  fields: ProductForm
  bookedDates: readonly BookedDate[]
}

/** The event's form: filled, saved, and kept fresh while it is open. */
export function useEventForm(event: ProductDetail) {
  const { timeZone } = shop()
  const [openedAt] = useState(() => Date.now())
  const [question, ask] = useState<Question | null>(null)
  const [unwritten, askAboutUnwritten] = useState<readonly Filler[] | null>(null)
  const asItIs = useRef(false) // staff said to publish it with our words in it
  const [uploading, setUploading] = useState(false)
  const saved = useRef(false) // whoever saved may leave without being asked
  const update = useMutation(updateEventMutation)
  const navigate = useNavigate()
  const back = useWayBack("products")

  const save = async (fields: ProductForm) => {
    let stored: ProductDetail
    try {
      stored = await update.mutateAsync({ id: event._id, fields })
    } catch (error) {
      if (!isQuestion(error)) throw atTheFields(error)
      ask({ fields, bookedDates: error.body?.bookedDates ?? [] })
      return
    }
    saved.current = true
    const see = { label: "See it", onClick: () => void navigate(paths.event(event._id)) }
    const isNew = event.status === "draft" && stored.status === "published"
    notify.success("Product updated!", see)
    void navigate(back, { state: isNew ? justPublished(stored) : null })
  }

  const form = useShopForm<EventValues>({
    schema: eventSchema,
    defaultValues: valuesOf(event, timeZone, openedAt),
    onSubmit: async (values) => {
      if (uploading) throw new Error("The picture is still being uploaded. Press Update once it is there.")
      const fillers = event.status === "draft" && !asItIs.current ? asFilledIn(values) : []
      if (fillers.length > 0) askAboutUnwritten(fillers)
      else await save(fieldsSent(values, event, timeZone))
    },
  })

  const { reset } = form.hook
  // A fresher answer fills what was not touched, so that an old value is never sent back.
  useEffect(
    () => reset(valuesOf(event, timeZone, openedAt), { keepDirtyValues: true }),
    [reset, event, timeZone, openedAt],
  )

  /** Sends the waiting save again, with the answer. */
  const answer = async (moveBookings: boolean) => {
    if (!question) return
    try {
      await save({ ...question.fields, moveBookings })
    } catch (error) {
      form.setNotice(error instanceof Error ? error.message : null)
    } finally {
      ask(null)
    }
  }

  const publish = () => {
    asItIs.current = true
    void form.submit() // whatever the server says against it lands at its field
  }

  /** Back to the first field that nobody has written, where the question was not answered with yes. */
  const leaveUnwritten = () => {
    const first = unwritten?.[0]?.field
    askAboutUnwritten(null)
    // After the dialog, which keeps the focus inside while it is there.
    if (first && !asItIs.current) requestAnimationFrame(() => form.hook.setFocus(first))
  }

  return {
    form,
    saved,
    moving: { question, onClose: () => ask(null), onAnswer: answer },
    publishing: { fillers: unwritten, onBack: leaveUnwritten, onPublish: publish },
    uploading,
    setUploading,
  }
}

function isQuestion(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === "booked_dates"
}
