import { useQuery } from "@tanstack/react-query"
import { type RefObject, useEffect, useRef } from "react"
import { useBlocker, useLocation, useParams } from "react-router-dom"
import { isRefusal } from "~/common/api/client"
import { productQuery } from "~/shop/queries/products"
import { placesQuery } from "~/shop/queries/staff/places"
import type { ProductDetail, ProductPreview } from "~/common/api/types"
import { PlaceholderDialog } from "~/shop/features/admin/events/actions/PlaceholderDialog"
import type { JustMade } from "~/shop/features/admin/events/actions/useMakeEvent"
import { type EventValues, priceOf } from "~/shop/features/admin/events/edit/form/fields"
import { MemberFields, ReceiptFields, RefundFields } from "~/shop/features/admin/events/edit/form/FoldedFields"
import {
  hasNoLength,
  isPlaceholder,
  placeholdersOfForm,
} from "~/shop/features/admin/events/edit/form/placeholderFields"
import { BasicsFields, PlaceAndSeatsFields } from "~/shop/features/admin/events/edit/form/PlainFields"
import { MoveDates, useEventForm } from "~/shop/features/admin/events/edit/form/useEventForm"
import { ImageField } from "~/shop/features/admin/events/edit/ImageField"
import { useEventPreview } from "./schedule/DatesPreview"
import { WhenFields } from "~/shop/features/admin/events/edit/schedule/WhenFields"
import { useWayBack } from "~/shop/features/admin/table/listState"
import { useTitle } from "~/shop/layout/Page"
import NotFound from "~/shop/layout/NotFound"
import { EventCard } from "~/shop/shared/card/EventCard"
import { eventTile } from "~/shop/shared/card/eventTexts"
import { shop } from "~/shop/state/shop"
import { Notice } from "~/common/ui/feedback/Notice"
import { latePart, room } from "~/common/ui/layout/latePart"
import { Loaded, Skeleton } from "~/common/ui/feedback/States"
import { Hint } from "~/common/ui/forms/Field"
import { Form, type ShopForm, SubmitButton } from "~/common/ui/forms/Form"
import { useLargeScreen } from "~/common/ui/hooks/useLargeScreen"
import { Button, LinkButton } from "~/common/ui/layout/Button"
import { StickyBar } from "~/common/ui/layout/StickyBar"
import { ConfirmDialog } from "~/common/ui/overlays/Dialog"
import { useNow } from "~/common/ui/time/useNow"
import { EventTabs, useEventTab } from "./EventTabs"
import { instantOf } from "./schedule/wallTime"
import { Section } from "~/shop/features/admin/Section"

const EventTools = latePart(() => import("./EventTools"), room("min-h-tap w-60"))
const UpcomingDates = latePart(() => import("./schedule/UpcomingDates"))

const title = "Edit Product"

/** /admin/product/:id/edit */
export default function EditEventPage() {
  const { id = "" } = useParams()
  const event = useQuery(productQuery(id))
  const isLarge = useLargeScreen()
  useTitle(title)
  if (isRefusal(event.error, 404)) return <NotFound>We can't find that event.</NotFound>
  return (
    <div className="wrap py-6 lg:py-10">
      <p className="text-sm font-semibold text-ink-2">{event.data ? title : "\u00a0"}</p>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h1 className="[overflow-wrap:anywhere]">{event.data?.name ?? title}</h1>
        {isLarge && event.data && <EventTools event={event.data} />}
      </div>
      <Loaded query={event} what="the event" loading={<FormSkeleton />}>
        {(loaded) => <EditEvent key={loaded._id} event={loaded} />}
      </Loaded>
    </div>
  )
}

function FormSkeleton() {
  return (
    <div className="grid gap-5">
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
      <Skeleton className="h-40" />
      <Skeleton className="h-12" />
    </div>
  )
}

/** The form, and in a second tab the upcoming dates. */
function EditEvent({ event }: { event: ProductDetail }) {
  const { form, values, saveAsDraft, saved, moving, asking, upload } = useEventForm(event)
  const preview = useEventPreview(values, event)
  const isLarge = useLargeScreen()
  const [tab, choose] = useEventTab()
  const unsaved = form.isTouched()
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
        <Section large title="Basics">
          <BasicsFields form={form} />
        </Section>
        <Section large title="When">
          <WhenFields form={form} preview={preview} />
        </Section>
        <Section large title="Where, seats and price">
          <PlaceAndSeatsFields form={form} overbooked={preview.data?.overbooked ?? []} />
        </Section>
        <div className="panel">
          <MemberFields form={form} />
          <ReceiptFields form={form} />
          <RefundFields form={form} />
        </div>
        <UpdateBar form={form} values={values} event={event} onSaveAsDraft={saveAsDraft} />
      </Form>
      <aside className="grid gap-6 lg:sticky lg:top-[calc(var(--spacing-header)+1.5rem)]">
        <CardPreview values={values} event={event} preview={preview.data} />
        <ImageField form={form} upload={upload} />
        {!isLarge && <EventTools event={event} />}
      </aside>
    </div>
  )
  return (
    <>
      <StateNotice event={event} values={values} />
      <EventTabs
        tab={tab}
        onChoose={choose}
        unsaved={unsaved}
        details={details}
        dates={
          tab === "dates" && (
            <div className="max-w-measure">
              <UpcomingDates event={event} onSchedule={changeSchedule} />
            </div>
          )
        }
      />
      {moving && <MoveDates {...moving} event={event._id} />}
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

/** Says who can see an unpublished event, and why a draft can't be published. */
function StateNotice({ event, values }: { event: ProductDetail; values: EventValues }) {
  if (event.status === "published") return null
  const isDraft = event.status === "draft"
  return (
    <Notice look={isDraft ? "info" : "warning"} className="mb-6">
      <p>
        {isDraft
          ? "Draft: visitors can't see this until you press Publish."
          : "Hidden: visitors can't see this. Restore it to bring its dates back."}
      </p>
      {hasNoLength(values) && event.draftReasons.map((reason) => <p key={reason}>{reason}</p>)}
    </Notice>
  )
}

interface UpdateBarProps {
  form: ShopForm<EventValues>
  values: EventValues
  event: ProductDetail
  onSaveAsDraft: () => void
}

/** Update and Go Back, always visible; for a draft Publish and Save as draft, too. */
function UpdateBar({ form, values, event, onSaveAsDraft }: UpdateBarProps) {
  const wayBack = useWayBack("products")
  const isDraft = event.status === "draft"
  return (
    <StickyBar everywhere>
      <div className="wrap grid max-h-[50vh] grid-cols-[1fr_auto] gap-x-3 gap-y-2 overflow-y-auto py-2 lg:grid-cols-[12rem_auto_auto] lg:justify-start [&>*:not(button,a)]:col-span-full">
        {isDraft && <Placeholders values={values} />}
        <SubmitButton form={form} needsConnection busyText="Updating…">
          {isDraft ? "Publish" : "Update"}
        </SubmitButton>
        {isDraft && (
          <Button look="secondary" disabled={form.busy} onClick={onSaveAsDraft}>
            Save as draft
          </Button>
        )}
        <LinkButton look="secondary" to={wayBack}>
          Go Back
        </LinkButton>
      </div>
    </StickyBar>
  )
}

/** The remaining placeholders of a draft, which Publish asks to confirm. */
function Placeholders({ values }: { values: EventValues }) {
  const left = placeholdersOfForm(values, useNow()).map(({ label }) => label)
  return left.length > 0 ? <Hint>Still placeholders: {left.join(", ")}</Hint> : null
}

interface LeaveGuardProps {
  unsaved: boolean
  /** Set after a save, when no changes can be lost. */
  saved: RefObject<boolean>
  name: string
}

/** Asks before unsaved changes are lost, when leaving the page and when closing the tab. */
function LeaveGuard({ unsaved, saved, name }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved && !saved.current && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!unsaved) return
    const ask = (event: BeforeUnloadEvent) => {
      if (!saved.current) event.preventDefault()
    }
    window.addEventListener("beforeunload", ask)
    return () => window.removeEventListener("beforeunload", ask)
  }, [unsaved, saved])
  return (
    <ConfirmDialog
      open={blocker.state === "blocked"}
      onOpenChange={(open) => open || blocker.reset?.()}
      title="Leave without saving?"
      body={`Your changes to ${name} aren't saved yet.`}
      action="Leave"
      danger
      onConfirm={() => blocker.proceed?.()}
    />
  )
}

interface CardPreviewProps {
  values: EventValues
  event: ProductDetail
  preview: ProductPreview | undefined
}

/** The event's public card as it would look after a save, with its first date. */
function CardPreview({ values, event, preview }: CardPreviewProps) {
  const first = preview?.dates[0]
  const places = useQuery({ ...placesQuery(), meta: { loud: false } })
  const place = places.data?.places.find(({ text }) => text === values.eventLocation)
  const seats = Number(values.countInStock) || 0
  const taken = event.occurrences.find(({ startTime }) => startTime === first?.startTime)?.totalReservations ?? 0
  const tile = eventTile(
    {
      name: values.name.trim() || "No name yet",
      image: values.image,
      description: values.description,
      category: values.category,
      cardSet: values.cardSet,
      minAge: Number(values.minAge) || null,
      format: values.format,
      eventLocation: values.eventLocation,
      price: priceOf(values.price) ?? 0,
      taxRate: place ? (place.taxRate ?? undefined) : event.taxRate,
      startTime: first?.startTime ?? instantOf(values.startTime) ?? event.startTime,
      endTime: first?.endTime ?? instantOf(values.endTime) ?? event.endTime,
      maximumEventCapacity: seats,
      countInStock: Math.max(0, seats - taken),
      isRecurring: values.isRecurring === "yes",
    },
    shop(),
    useNow(),
  )
  // A draft with 0 seats isn't sold out: its number of seats hasn't been entered yet.
  const shown = event.status === "draft" && seats === 0 ? { ...tile, state: "open" as const, fewLeft: "" } : tile
  return (
    <section aria-labelledby="card-preview" className="grid gap-3">
      <h2 id="card-preview">How visitors see it</h2>
      <div className="max-w-[24rem] lg:max-w-none">
        <EventCard tile={shown} sizes="(min-width: 60rem) 24rem, 100vw" />
      </div>
    </section>
  )
}
