import { useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { useWatch, type Control } from "react-hook-form"
import { previewQuery } from "~/api/queries/staff/products"
import type { ProductDetail, ProductForm, ProductPreview } from "~/api/types"
import { timesSent, type EventValues } from "~/features/admin/events/edit/form/fields"
import { shop } from "~/state/shop"

/** The request is sent after this many milliseconds without typing. */
const QUIET_MS = 400

export interface EventPreview {
  /** The effects of a save; undefined before the first response, and while the times are incomplete. */
  data: ProductPreview | undefined
  /** Whether the data belongs to earlier values. */
  old: boolean
  error: Error | null
}

/** Requests the dates for the form's values while typing. */
export function useEventPreview(control: Control<EventValues>, event: ProductDetail): EventPreview {
  const [startTime, endTime, isRecurring, recurringInterval, dayOfWeek, weekOfMonth, endDate, countInStock] = useWatch({
    control,
    name: [
      "startTime",
      "endTime",
      "isRecurring",
      "recurringInterval",
      "dayOfWeek",
      "weekOfMonth",
      "endDate",
      "countInStock",
    ],
  })
  const values = {
    startTime,
    endTime,
    isRecurring,
    recurringInterval,
    dayOfWeek,
    weekOfMonth,
    endDate,
    countInStock,
  }
  const current = timesSent(values, event, shop().timeZone)
  const requested = useSettled(current)
  const preview = useQuery({ ...previewQuery(event._id, requested ?? {}), enabled: requested !== null })
  const isSettled = JSON.stringify(requested) === JSON.stringify(current)
  return {
    data: current === null ? undefined : preview.data,
    old: !isSettled || preview.isPlaceholderData,
    error: isSettled ? preview.error : null,
  }
}

/** The value once it has not changed for QUIET_MS. */
function useSettled(fields: ProductForm | null): ProductForm | null {
  const text = JSON.stringify(fields)
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), QUIET_MS)
    return () => clearTimeout(timer)
  }, [text])
  return JSON.parse(settled) as ProductForm | null
}
