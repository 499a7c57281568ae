import { useMutation, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useParams } from "react-router-dom"
import * as v from "valibot"
import { eventBounds } from "~/common/api/bounds.gen"
import { isRefusal } from "~/common/api/client"
import { productQuery } from "~/shop/queries/products"
import { placesQuery } from "~/shop/queries/staff/places"
import { dateChangeQuery, previewDateChangeMutation } from "~/shop/queries/staff/dates"
import type { DateChange, DateChangePreview, DateChangeRequest, GuestList } from "~/common/api/types"
import { instantOf, LAST_MINUTE, venueTime } from "~/shop/features/admin/events/edit/schedule/wallTime"
import { FormToCheck } from "~/shop/features/admin/dates/Check"
import { useAnswered } from "~/shop/features/admin/dates/Story"
import { DatePage } from "~/shop/features/admin/dates/DatePage"
import { Page } from "~/shop/layout/Page"
import NotFound from "~/shop/layout/NotFound"
import { counted } from "~/common/lib/text"
import { formatWhen, sameInstant } from "~/common/lib/time/dates"
import { serverNow } from "~/common/lib/time/serverClock"
import { wallClock } from "~/common/lib/time/wallClock"
import { paths } from "~/shop/paths"
import { findDate, venueAt } from "~/shop/shared/venue"
import { Notice } from "~/common/ui/feedback/Notice"
import { Loaded, Skeleton } from "~/common/ui/feedback/States"
import { ChoiceGroup, Hint, RadioChoice, SelectField, TextField } from "~/common/ui/forms/Field"
import { Form, type ShopForm, SubmitButton, useForm } from "~/common/ui/forms/Form"
import { optionalText, rule } from "~/common/ui/forms/rules"
import { LinkButton } from "~/common/ui/layout/Button"
import { SumRow } from "~/common/ui/layout/SumRow"
import { DialogButtons } from "~/common/ui/overlays/DialogButtons"
import { When } from "~/common/ui/time/When"
import { BookedByHand, DEFAULT_HOURS, TermsFields } from "./Concerned"
import { DateChangeCheck, Refusal } from "./DateChangeCheck"
import { type ChangeKind, changeText, newWhat, stateText } from "./dateChangeText"

/** Cancels or moves one date, …/date-changes?date=…, or shows the progress of such a change, …/date-changes/:change */
export default function DateChanges() {
  const { change } = useParams()
  return change ? <DateChangeProgress id={change} /> : <NewDateChange />
}

function NewDateChange() {
  return (
    <DatePage title="Move or cancel">
      {(date) => (
        <div className="grid max-w-form gap-5">
          <div className="grid gap-1">
            <When start={date.startTime} end={date.endTime} className="font-semibold" />
            <p className="count">
              {date.totalReservations} of {counted(date.maximumEventCapacity, "seat")} taken
            </p>
          </div>
          <DateChangeForm date={date} />
        </div>
      )}
    </DatePage>
  )
}

const SENDING_MS = 2_000
const WAITING_MS = 15_000

/** How far a change of a date has got, fetched again until it is done. Nothing here is needed to carry it on. */
function DateChangeProgress({ id }: { id: string }) {
  const query = useQuery({ ...dateChangeQuery(id), refetchInterval: ({ state }) => refetchMs(state.data) })
  if (!query.data && isRefusal(query.error, 404)) return <NotFound>We can't find that change.</NotFound>
  return (
    <Page title="Move or cancel">
      <Loaded query={query} what="the progress" loading={<Skeleton className="h-72 rounded-card" />}>
        {(change) => <Progress change={change} isOutdated={query.isError} />}
      </Loaded>
    </Page>
  )
}

function refetchMs(change: DateChange | undefined): number | false {
  if (change?.status !== "running") return false
  return change.told < change.total ? SENDING_MS : WAITING_MS
}

function Progress({ change, isOutdated }: { change: DateChange; isOutdated: boolean }) {
  const event = useQuery({ ...productQuery(change.product), meta: { loud: false } }) // only for its name
  const { kept, moved, refunded, undecided, failed, told, total } = change
  return (
    <div className="grid max-w-form gap-5">
      <div className="grid gap-1">
        <p className="min-h-[1lh] font-semibold [overflow-wrap:anywhere]">{event.data?.name}</p>
        <p>{changeText(change)}</p>
      </div>
      <div className="grid gap-3 panel p-4 lg:p-5">
        <p role="status" className="font-semibold">
          {stateText(change)}
        </p>
        {total > 0 && (
          <>
            <progress aria-label="Emails sent" value={told} max={total} className="w-full accent-link" />
            <dl className="count grid gap-2">
              <SumRow label="Told by email">
                {told} of {counted(total, "booking")}
              </SumRow>
              <SumRow label="Not answered yet">{undecided}</SumRow>
              {(change.kind !== "cancel" || kept > 0) && <SumRow label="Kept">{kept}</SumRow>}
              <SumRow label="Moved to another date">{moved}</SumRow>
              <SumRow label="Refunded">{refunded}</SumRow>
              <SumRow label="Failed">{failed}</SumRow>
            </dl>
          </>
        )}
        {isOutdated && <Hint>We couldn't update these numbers. Trying again…</Hint>}
      </div>
      <BookedByHand bookings={change.byHand} />
      {failed > 0 && (
        <Notice look="error">
          <p>{counted(failed, "refund")} failed. Nothing was lost: see what to do in the list of orders.</p>
          <LinkButton look="quiet" className="-ml-1" to={paths.adminList("orders")}>
            Orders
          </LinkButton>
        </Notice>
      )}
      {change.status === "running" && <Hint>You can close this page. The work goes on.</Hint>}
      <LinkButton
        look="secondary"
        className="justify-self-start"
        to={paths.adminGuests(change.product, change.to ?? change.startTime)}
      >
        Guest list
      </LinkButton>
    </div>
  )
}

/** Asks what happens to a date, then shows whom it affects before it happens. */
function DateChangeForm({ date }: { date: GuestList }) {
  const [checked, setChecked] = useState<{ change: DateChangeRequest; preview: DateChangePreview } | null>(null)
  const [refusal, setRefusal] = useState<Error | null>(null)
  const count = useMutation(previewDateChangeMutation)
  const form = useForm({
    name: `change ${date.product} ${date.startTime}`,
    schema: dateChangeSchema(date.startTime),
    values: {
      kind: "" as DateChangeValues["kind"],
      to: wallClock(date.startTime),
      placeId: "",
      seats: "",
      reason: "",
      answerHours: DEFAULT_HOURS,
    },
    save: async (values) => {
      const change = requestOf(values, date.startTime)
      setRefusal(null)
      try {
        setChecked({ change, preview: await count.mutateAsync({ productId: date.product, change }) })
      } catch (error) {
        // Another date at the new time is a problem of that field, as is too few seats.
        if (["clash", "over_capacity", 400].some((code) => isRefusal(error, code))) throw error
        setRefusal(error as Error)
      }
      return "asks"
    },
  })
  return (
    <>
      <FormToCheck isChecking={checked !== null}>
        <Form form={form}>
          <Fields form={form} date={date} />
          {refusal && <Refusal error={refusal} productId={date.product} />}
          <DialogButtons>
            <LinkButton look="secondary" to={paths.adminGuests(date.product, date.startTime)}>
              Go Back
            </LinkButton>
            <SubmitButton form={form} needsConnection busyText="Counting…">
              See who is affected
            </SubmitButton>
          </DialogButtons>
        </Form>
      </FormToCheck>
      {checked && (
        <DateChangeCheck productId={date.product} {...checked} onBack={() => setChecked(null)} onDone={form.sent} />
      )}
    </>
  )
}

const answersText = (answered: string, kind: ChangeKind) =>
  `${answered}; their choice will be about ${kind === "cancel" ? "the cancellation" : newWhat(kind)}.`

function Fields({ form, date }: { form: ShopForm<DateChangeValues>; date: GuestList }) {
  const [kind, to] = form.hook.watch(["kind", "to"])
  const what = form.hook.register("kind")
  const answered = useAnswered(date)
  return (
    <>
      <ChoiceGroup label="What happens to this date?" error={form.field("kind").error} inline={false}>
        <RadioChoice label="It is canceled" value="cancel" {...what} />
        <RadioChoice label="It moves to a new time" value="move" {...what} />
        <RadioChoice label="It is at another place" value="relocate" {...what} />
        <RadioChoice label="It has another number of seats" value="resize" {...what} />
      </ChoiceGroup>
      {answered && kind !== "" && kind !== "resize" && <Notice>{answersText(answered, kind)}</Notice>}
      {kind === "move" && (
        <TextField
          type="datetime-local"
          max={LAST_MINUTE}
          className="grid-cols-[minmax(0,1fr)]"
          label={`New start (${venueTime(to)})`}
          hint={newTime(to, date)}
          {...form.field("to")}
        />
      )}
      {kind === "relocate" && <NewPlace form={form} date={date} />}
      {(kind === "relocate" || kind === "resize") && (
        <TextField
          label="Seats there"
          optional={kind === "relocate"}
          hint={`${kind === "relocate" ? "Empty: as many as now. " : ""}${counted(date.maximumEventCapacity, "seat")} now, ${date.totalReservations} of them taken.`}
          inputMode="numeric"
          autoComplete="off"
          {...form.field("seats")}
        />
      )}
      {kind !== "resize" && (
        <TermsFields
          kind={kind || "cancel"}
          reason={form.field("reason")}
          answerHours={form.field("answerHours")}
          atOnce={kind === "cancel" || kind === "" ? "None: refund everyone now" : "None: everyone moves"}
          unanswered={
            kind === "cancel" || kind === ""
              ? "Without an answer, people are refunded."
              : `Without an answer, people keep their seats at ${newWhat(kind)}.`
          }
        />
      )}
    </>
  )
}

/** The places where the date isn't now. */
function NewPlace({ form, date: { product, startTime } }: { form: ShopForm<DateChangeValues>; date: GuestList }) {
  const { data } = useQuery(placesQuery())
  const { data: event } = useQuery({ ...productQuery(product), meta: { loud: false } })
  const here = event && venueAt(event, findDate(event, startTime)).eventLocation
  const options = data?.places.filter(({ hidden, text }) => !hidden && text !== here) ?? []
  return (
    <SelectField
      label="New place"
      hint={here && `Now at ${here}. The list of places is under Events.`}
      none="Choose a place"
      options={options.map(({ _id, text }) => ({ value: _id, label: text }))}
      {...form.field("placeId")}
    />
  )
}

/** The new time with its end: a date stays as long as it was. */
function newTime(to: string, { startTime, endTime }: GuestList): string {
  const start = instantOf(to)
  if (!start) return "The event stays as long as planned."
  const end = new Date(Date.parse(start) + Date.parse(endTime) - Date.parse(startTime)).toISOString()
  return formatWhen(start, end)
}

const fields = v.object({
  kind: v.picklist(["", "cancel", "move", "relocate", "resize"]),
  to: v.string(),
  placeId: v.string(),
  seats: v.pipe(v.string(), v.trim()),
  reason: optionalText(500),
  answerHours: v.string(),
})

type DateChangeValues = v.InferOutput<typeof fields>

/** `startTime` is that of the date, which can't move to the same time. */
const dateChangeSchema = (startTime: string) =>
  v.pipe(
    fields,
    rule("kind", ({ kind }) => kind !== "", "Choose what happens to this date."),
    rule(
      "to",
      (values) => whyNotTo(values, startTime) === "",
      ({ input }) => whyNotTo(input, startTime),
    ),
    rule("placeId", ({ kind, placeId }) => kind !== "relocate" || placeId !== "", "Choose the new place."),
    rule(
      "seats",
      ({ kind, seats }) => seatsOf({ kind, seats }) !== null,
      `Enter a whole number from 1 to ${MAX_SEATS.toLocaleString("en-US")}.`,
    ),
    rule("reason", ({ kind, reason }) => kind === "resize" || reason !== "", "Enter a reason."),
  )

const MAX_SEATS = eventBounds.maximumEventCapacity.maximum

/** undefined: as many as now; null for other texts. Only for kinds that ask for seats. */
function seatsOf({ kind, seats }: Pick<DateChangeValues, "kind" | "seats">): number | null | undefined {
  if (kind !== "resize" && (kind !== "relocate" || seats === "")) return undefined
  return /^\d+$/.test(seats) && Number(seats) >= 1 && Number(seats) <= MAX_SEATS ? Number(seats) : null
}

function whyNotTo({ kind, to }: DateChangeValues, startTime: string): string {
  if (kind !== "move") return ""
  const start = instantOf(to)
  if (!start) return "Enter the new day and time."
  if (sameInstant(start, startTime)) return "That is when it starts now. Enter another time."
  return Date.parse(start) > serverNow() ? "" : "Enter a time in the future."
}

function requestOf(values: DateChangeValues, startTime: string): DateChangeRequest {
  const { kind, placeId, reason, answerHours } = values
  const to = kind === "move" ? instantOf(values.to) : null
  const seats = seatsOf(values)
  return {
    startTime,
    kind: kind === "cancel" ? kind : "move",
    reason: kind === "resize" ? "" : reason,
    answerHours: Number(answerHours),
    ...(to && { to }),
    ...(kind === "relocate" && { placeId }),
    ...(seats && { seats }),
  }
}
