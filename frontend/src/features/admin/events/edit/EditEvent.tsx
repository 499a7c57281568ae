import { useEffect, useRef } from "react"
import { useLocation } from "react-router-dom"
import type { ProductDetail } from "~/api/types"
import { AccessFields } from "~/features/admin/events/edit/form/AccessFields"
import { BasicsFields, PlaceField, SeatsFields } from "~/features/admin/events/edit/form/PlainFields"
import { MemberFields, ReceiptFields } from "~/features/admin/events/edit/form/MemberFields"
import { RefundFields } from "~/features/admin/events/edit/form/RefundFields"
import { CardPreview } from "./CardPreview"
import { UpcomingDates } from "~/features/admin/events/edit/schedule/UpcomingDates"
import { EventTabs, useEventTab } from "./EventTabs"
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
import { useLargeScreen } from "~/ui/hooks/useLargeScreen"

/** The form, and in a second tab the upcoming dates. */
export function EditEvent({ event }: { event: ProductDetail }) {
  const { form, saved, moving, asking, uploading, setUploading } = useEventForm(event)
  const preview = useEventPreview(form.hook.control, event)
  const isLarge = useLargeScreen()
  const [tab, choose] = useEventTab()
  const unsaved = form.hook.formState.isDirty
  useSelectNewName(form.idFor("name"), event)
  const toSchedule = useRef(false)
  useEffect(() => {
    if (tab !== "details" || !toSchedule.current) return
    toSchedule.current = false
    form.hook.setFocus("startTime")
  }, [tab, form.hook])
  const changeSchedule = () => {
    toSchedule.current = true
    choose("details")
  }
  const details = (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,4fr)]">
      <Form form={form} aria-label="Event" className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <Section title="Basics">
          <BasicsFields form={form} />
        </Section>
        <Section title="When">
          <WhenFields form={form} preview={preview} />
        </Section>
        <Section title="Where, seats and price">
          <PlaceField form={form} />
          <SeatsFields form={form} overbooked={preview.data?.overbooked ?? []} />
        </Section>
        <div className="rounded-card border border-hair bg-paper">
          <AccessFields form={form} />
          <MemberFields form={form} />
          <ReceiptFields form={form} />
          <RefundFields form={form} />
        </div>
        <UpdateBar form={form} event={event} />
      </Form>
      <aside className="grid gap-6 lg:sticky lg:top-[calc(var(--header-h)+1.5rem)]">
        <CardPreview control={form.hook.control} event={event} preview={preview.data} />
        <ImageField form={form} uploading={uploading} onUploading={setUploading} />
        {!isLarge && <EventTools event={event} />}
      </aside>
    </div>
  )
  return (
    <>
      <StateNotice event={event} control={form.hook.control} />
      <EventTabs
        tab={tab}
        onChoose={choose}
        unsaved={unsaved}
        details={details}
        dates={
          tab === "dates" && (
            <div className="max-w-[50rem]">
              <UpcomingDates event={event} onSchedule={changeSchedule} />
            </div>
          )
        }
      />
      <MoveBookingsDialog {...moving} />
      <PlaceholderDialog {...asking} />
      <LeaveGuard unsaved={unsaved} saved={saved} name={event.name} />
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
