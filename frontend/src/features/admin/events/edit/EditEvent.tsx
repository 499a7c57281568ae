import { useEffect } from "react"
import { useLocation } from "react-router-dom"
import type { ProductDetail } from "~/api/types"
import { BasicsFields, PlaceField, SeatsFields } from "~/features/admin/events/edit/form/PlainFields"
import { MemberFields } from "~/features/admin/events/edit/form/MemberFields"
import { RefundFields } from "~/features/admin/events/edit/form/RefundFields"
import { CardPreview } from "./CardPreview"
import { UpcomingDates } from "~/features/admin/events/edit/schedule/UpcomingDates"
import { EventTools } from "./EventTools"
import { ImageField } from "~/features/admin/events/edit/image/ImageField"
import { LeaveGuard } from "./LeaveGuard"
import { MoveBookingsDialog } from "~/features/admin/events/actions/MoveBookingsDialog"
import { Section } from "./Section"
import { StateNotice } from "./StateNotice"
import { UpdateBar } from "./UpdateBar"
import { useEventForm } from "~/features/admin/events/edit/form/useEventForm"
import { useEventPreview } from "~/features/admin/events/edit/schedule/useEventPreview"
import { WhenFields } from "~/features/admin/events/edit/schedule/WhenFields"
import { isPlaceholder } from "~/features/admin/events/edit/form/placeholder"
import { PlaceholderDialog } from "~/features/admin/events/actions/PlaceholderDialog"
import type { JustMade } from "~/features/admin/events/actions/useMakeEvent"
import { Form } from "~/ui/forms/Form"

/** The form with the upcoming dates below it. The card as visitors see it is on the right on a large screen. */
export function EditEvent({ event }: { event: ProductDetail }) {
  const { form, saved, moving, asking, uploading, setUploading } = useEventForm(event)
  const preview = useEventPreview(form.hook.control, event)
  useSelectNewName(form.idFor("name"), event)
  return (
    <>
      <StateNotice event={event} control={form.hook.control} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,4fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <Form form={form} aria-label="Event" className="grid grid-cols-[minmax(0,1fr)] gap-6">
            <Section title="Basics">
              <BasicsFields form={form} />
            </Section>
            <Section title="When">
              <WhenFields form={form} preview={preview} />
            </Section>
            <Section title="Seats and price">
              <SeatsFields form={form} overbooked={preview.data?.overbooked ?? []} />
            </Section>
            <Section title="Members and receipts">
              <MemberFields form={form} />
            </Section>
            <Section title="Refunds">
              <RefundFields form={form} />
            </Section>
            <Section title="Where">
              <PlaceField form={form} />
            </Section>
            <Section title="Image">
              <ImageField form={form} uploading={uploading} onUploading={setUploading} />
            </Section>
            <UpdateBar form={form} event={event} />
          </Form>
          <UpcomingDates event={event} />
        </div>
        <aside className="grid gap-6 lg:sticky lg:top-[calc(var(--header-h)+1.5rem)]">
          <CardPreview control={form.hook.control} event={event} preview={preview.data} />
          <EventTools event={event} />
        </aside>
      </div>
      <MoveBookingsDialog {...moving} />
      <PlaceholderDialog {...asking} />
      <LeaveGuard unsaved={form.hook.formState.isDirty} saved={saved} name={event.name} />
    </>
  )
}

/** A new event opens with its placeholder name selected, so that typing replaces it. */
function useSelectNewName(fieldId: string, { name }: ProductDetail): void {
  const justMade = (useLocation().state as JustMade | null)?.justMade
  const isNew = justMade === true && isPlaceholder(name)
  useEffect(() => {
    if (!isNew) return
    // After the page has focused its heading.
    const frame = requestAnimationFrame(() => {
      const field = document.getElementById(fieldId)
      if (field instanceof HTMLInputElement) field.select()
      field?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [isNew, fieldId])
}
