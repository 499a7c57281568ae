import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useRef, useState } from "react"
import { useNavigate } from "react-router-dom"
import { isAnswer, isRefusal } from "~/common/api/client"
import { type EventChanges, previewQuery, updateEventMutation } from "~/shop/queries/staff/products"
import type { Affected, ProductDetail, SaveOptions } from "~/common/api/types"
import { useUpload } from "~/shop/features/admin/useUpload"
import { nextDays } from "~/shop/features/admin/events/edit/schedule/scheduleText"
import { useWayBack } from "~/shop/features/admin/table/listState"
import { paths } from "~/shop/paths"
import { useLive } from "~/shop/shared/useLive"
import { useForm } from "~/common/ui/forms/Form"
import { latePart } from "~/common/ui/layout/latePart"
import { notify } from "~/common/ui/overlays/notify"
import { eventEdits, eventSchema, valuesOf } from "./fields"
import { hasNoLength, type PlaceholderField, placeholdersOfForm } from "./placeholderFields"

export const MoveDates = latePart(() => import("~/shop/features/admin/dates/change/MoveDates"))

/** A save that needs a decision on whether booked dates move, and whom that concerns now, and did before. */
interface Question {
  fields: EventChanges
  affected: Affected
  before: Affected | undefined
  isOnlyDate: boolean
}

/** The event form with its saves, its dialogs, and its updates while it is open. */
export function useEventForm(event: ProductDetail) {
  const [openedAt] = useState(() => Date.now())
  const [question, setQuestion] = useState<Question | null>(null)
  const [placeholders, setPlaceholders] = useState<readonly PlaceholderField[] | null>(null)
  // How a draft is saved: it asks if placeholders are left, publishes it with them, or keeps it as a draft.
  const saveMode = useRef<"ask" | "publish" | "keepDraft">("ask")
  const upload = useUpload()
  useLive("Product")
  const saved = useRef(false) // after a save, leaving needs no confirmation
  const client = useQueryClient()
  const update = useMutation(updateEventMutation)
  const navigate = useNavigate()
  const back = useWayBack("products")

  /** Shows whom moving the booked dates concerns. Returns whether it concerns anybody. */
  const ask = async (fields: EventChanges, before?: Affected) => {
    const asked = previewQuery(event._id, { ...fields, moveBookings: true })
    const [{ affected, dates }] = await Promise.all([client.fetchQuery({ ...asked, staleTime: 0 }), MoveDates.ready()])
    if (affected) setQuestion({ fields, affected, before, isOnlyDate: dates.length < 2 })
    return affected !== null
  }

  const save = async (fields: EventChanges) => {
    let stored: ProductDetail
    try {
      stored = await update.mutateAsync({ id: event._id, fields })
    } catch (error) {
      if (!isRefusal(error, "booked_dates") || !(await ask(fields))) throw error
      return "asks" as const
    }
    saved.current = true
    const see = { label: "See it", onClick: () => void navigate(paths.event(event._id)) }
    notify.success("Product updated!", stored.status === "draft" ? undefined : see)
    void navigate(back, { state: event.status === "draft" ? justSaved(stored) : null })
  }

  const form = useForm({
    name: `event ${event._id}`,
    schema: eventSchema,
    values: valuesOf(event, openedAt),
    edits: eventEdits(event, openedAt),
    save: async (values, changes) => {
      if (upload.isUploading) throw new Error("The image is still uploading. Save again when it's done.")
      const isAsked = event.status === "draft" && saveMode.current === "ask"
      const left = isAsked ? placeholdersOfForm(values, Date.now()) : []
      if (left.length === 0) return save({ ...changes, ...(saveMode.current === "keepDraft" && { keepDraft: true }) })
      setPlaceholders(left)
      return "asks"
    },
  })

  const values = form.hook.watch()

  /** Repeats the save with the decision. What has to be corrected in the form ends the question. */
  const answer = async ({ fields, affected }: Question, decision: SaveOptions) => {
    try {
      await save({ ...fields, ...decision })
      form.sent()
      setQuestion(null)
    } catch (error) {
      const isOutdated = isRefusal(error, "changed") && !error.body?.current && (await ask(fields, affected))
      if (isOutdated || !isAnswer(error)) throw error
      setQuestion(null)
      form.fail(error)
      return "asks" as const
    }
  }

  const submit = (chosen: typeof saveMode.current) => {
    saveMode.current = chosen
    void form.submit().finally(() => (saveMode.current = "ask")) // errors are shown at their fields
  }

  /** Focuses the first placeholder if staff did not confirm. */
  const backToPlaceholders = () => {
    const first = placeholders?.[0]?.field
    setPlaceholders(null)
    // After the dialog has closed, because it traps the focus.
    if (first && saveMode.current === "ask") requestAnimationFrame(() => form.hook.setFocus(first))
  }

  return {
    form,
    values,
    saveAsDraft: () => submit("keepDraft"),
    saved,
    moving: question && {
      affected: question.affected,
      before: question.before,
      isOnlyDate: question.isOnlyDate,
      onClose: () => setQuestion(null),
      onAnswer: (decision: SaveOptions) => answer(question, decision),
    },
    asking: {
      placeholders,
      isDraft: hasNoLength(values),
      onBack: backToPlaceholders,
      onConfirm: () => submit("publish"),
    },
    upload,
  }
}

/** Router state for the list of events, which shows the result of saving a draft. */
export interface JustSaved {
  saved?: { _id: string; name: string; text: string; isDraft: boolean }
}

function justSaved(event: ProductDetail): JustSaved {
  const isDraft = event.status === "draft"
  const text = isDraft ? ["Still a draft: visitors can't see it.", ...event.draftReasons].join(" ") : nowPublic(event)
  return { saved: { _id: event._id, name: event.name, text, isDraft } }
}

/** The text after a draft was published. */
function nowPublic({ occurrences, isRecurring }: ProductDetail): string {
  if (occurrences.length === 0) return "It's live but has no upcoming dates."
  return `Visitors can see it now.${isRecurring ? ` Next: ${nextDays(occurrences)}.` : ""}`
}
