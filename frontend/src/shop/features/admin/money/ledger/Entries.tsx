import { formatDay, monthHeading } from "~/common/lib/time/dates"
import { useMutation, useQuery } from "@tanstack/react-query"
import clsx from "clsx"
import { ImageUp, Trash2 } from "lucide-react"
import { useEffect, useId, useRef, useState } from "react"
import { useSearchParams } from "react-router-dom"
import { Link } from "~/common/ui/layout/Link"
import * as v from "valibot"
import { entryBounds } from "~/common/api/bounds.gen"
import { ledgerQuery } from "~/shop/queries/giving"
import { allDatesQuery } from "~/shop/queries/products"
import { addEntryMutation } from "~/shop/queries/staff/money"
import type { EntryForm, LedgerLine, LedgerMonth } from "~/common/api/types"
import { IMAGE_TYPES } from "~/common/api/upload"
import { AMOUNT_EXAMPLE, parseAmount } from "~/common/lib/amount"
import { addMonths } from "~/common/lib/time/months"
import { today } from "~/common/lib/time/wallClock"
import { useUpload } from "~/shop/features/admin/useUpload"
import { paths } from "~/shop/paths"
import { balanceText, kindText, lineAmount, lineText } from "~/shop/shared/giving/ledgerText"
import { ErrorText, Notice } from "~/common/ui/feedback/Notice"
import { ChoiceGroup, Hint, MoneyField, RadioChoice, SelectField, sideBySide, TextField } from "~/common/ui/forms/Field"
import { FileButton } from "~/common/ui/forms/FileButton"
import { Form, type ShopForm, SubmitButton, useForm } from "~/common/ui/forms/Form"
import { requiredText } from "~/common/ui/forms/rules"
import { Button } from "~/common/ui/layout/Button"
import { notify } from "~/common/ui/overlays/notify"
import { Picture } from "~/common/ui/pictures/Picture"

/** The lines that staff entered, and a form for the next one. A closed month's lines can only be corrected elsewhere. */
export function Entries({ month }: { month: LedgerMonth }) {
  const [params, setParams] = useSearchParams()
  const [count, setCount] = useState(0)
  const corrects = params.get("corrects") ?? ""
  const corrected = useLine(corrects)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!corrects) return
    box.current?.scrollIntoView({ block: "start" })
    box.current?.focus({ preventScroll: true })
  }, [corrects])
  const startAgain = () => {
    setCount(count + 1)
    setParams({}, { replace: true, preventScrollReset: true })
    box.current?.focus({ preventScroll: true }) // the button that was pressed is gone
  }
  const entered = month.lines.filter(({ derived }) => !derived)
  return (
    <>
      {entered.length === 0 ? (
        <p className="text-ink-2">Nothing is entered yet.</p>
      ) : (
        <ul>
          {entered.map((line) => (
            <EnteredLine key={line._id} line={line} month={month} />
          ))}
        </ul>
      )}
      {!month.closedAt && (
        <div ref={box} tabIndex={-1} className="rounded-md">
          <NewEntry
            key={`${count} ${corrects} ${corrected?.line._id}`}
            month={month.month}
            corrects={corrects}
            corrected={corrected}
            onDone={startAgain}
          />
        </div>
      )}
    </>
  )
}

/** The line with this ID and its month; undefined while they load, and without an ID. */
function useLine(id: string) {
  const { data } = useQuery({ ...ledgerQuery(), enabled: id !== "" })
  const lines = data?.months.flatMap(({ month, lines: found }) => found.map((line) => ({ month, line })))
  return lines?.find(({ line }) => line._id === id)
}

function EnteredLine({ line, month }: { line: LedgerLine; month: LedgerMonth }) {
  const { kind, text, date, receipt, corrects } = line
  return (
    <li className="grid gap-1 border-b border-hair py-2 last:border-b-0 [overflow-wrap:anywhere]">
      <p className="flex items-baseline justify-between gap-4">
        <span className="min-w-0 font-semibold">{kindText(kind)}</span>
        <span className="money font-semibold whitespace-nowrap">{lineAmount(line)}</span>
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p>
          {text}, {formatDay(date)}
          {corrects && ", a correction"}
          {receipt && (
            <>
              {", "}
              <a href={receipt} target="_blank" rel="noopener" className="underline">
                receipt<span className="sr-only"> (opens in a new tab)</span>
              </a>
            </>
          )}
        </p>
        {month.closedAt && <Correct line={line} />}
      </div>
    </li>
  )
}

/** Leads to the form of the oldest open month. */
function Correct({ line }: { line: LedgerLine }) {
  const { data } = useQuery(ledgerQuery())
  const open = data?.months.findLast(({ closedAt }) => closedAt === null)?.month
  if (!open) return null
  return (
    <Link
      to={monthPath(open, line._id)}
      aria-label={`Correct in ${monthHeading(open)}: ${kindText(line.kind)}, ${line.text}`}
      className="page-link"
    >
      Correct
    </Link>
  )
}

/** A month's page, and the line of another month that is corrected there. Apart from paths.ts, which every page loads. */
export const monthPath = (month: string, corrects = "") =>
  `${paths.adminList("ledger")}/${month}${corrects && `?corrects=${encodeURIComponent(corrects)}`}`

interface NewEntryProps {
  month: string
  /** The ID of the line that this one corrects, or "" */
  corrects: string
  /** That line and its month, once they are loaded. */
  corrected: { month: string; line: LedgerLine } | undefined
  /** Called after saving, or if nothing is to be corrected: starts an empty form. */
  onDone: () => void
}

function NewEntry({ month, corrects, corrected, onDone }: NewEntryProps) {
  const upload = useUpload()
  const add = useMutation(addEntryMutation)
  const headingId = useId()
  const form = useForm({
    name: `entry ${month} ${corrects}`,
    schema: entrySchema(month),
    values: {
      kind: kinds.find((kind) => kind === corrected?.line.kind) ?? "cost",
      from: "bank",
      to: "bank",
      what: "income",
      of: "",
      date: "",
      amount: "",
      text: "",
      receipt: "",
    },
    save: async ({ amount, from: _, to: __, what: ___, of, ...values }) => {
      if (upload.isUploading) throw new Error("The receipt is still uploading. Press Add when it's done.")
      const [product = "", startTime] = values.kind === "cost" && of ? of.split(" ") : []
      const date = startTime ? { product, startTime } : {}
      const entry = { ...values, ...accountsOf(form.hook.getValues()), ...date, amount: dollarsOf(amount)!, corrects }
      await add.mutateAsync({ month, entry })
    },
    after: () => {
      notify.success("The line is entered.")
      onDone()
    },
  })
  return (
    <div className="grid gap-4">
      <h3 id={headingId}>New line</h3>
      {corrects && (
        <Notice>
          <p>
            This line corrects one of {corrected ? monthHeading(corrected.month) : "a closed month"}
            {corrected && `: ${lineText(corrected.line)}`}. Enter the difference: a minus sign takes something back.
          </p>
          <Button look="quiet" className="-mx-1" onClick={onDone}>
            Don't correct it
          </Button>
        </Notice>
      )}
      <Form form={form} aria-labelledby={headingId}>
        <ChoiceGroup label="Kind">
          {kinds.map((each) => (
            <RadioChoice key={each} value={each} label={kindText(each)} {...form.field("kind")} />
          ))}
        </ChoiceGroup>
        <Accounts form={form} month={month} />
        <div className={clsx(sideBySide, "grid gap-5 sm:grid-cols-2")}>
          <TextField label="Date" type="date" min={`${month}-01`} max={lastOpenDay(month)} {...form.field("date")} />
          <MoneyField
            label="Amount"
            hint={form.hook.watch("kind") === "paid_out" && <PayableNow />}
            inputMode={corrects ? "text" : "decimal"}
            {...form.field("amount")}
          />
        </div>
        <TextField
          label="Text"
          hint="Everybody can read it: no names."
          autoComplete="off"
          maxLength={200}
          {...form.field("text")}
        />
        <ReceiptField form={form} upload={upload} />
        <SubmitButton form={form} needsConnection look="secondary" className="sm:justify-self-start">
          Add
        </SubmitButton>
      </Form>
    </div>
  )
}

/** What can be paid out and still leaves the money for dates to come, which may have to be refunded. */
function PayableNow() {
  const { data } = useQuery(ledgerQuery())
  if (!data) return null
  const { stillToPayOut, toComeLeft } = data.sums
  return <>{balanceText(Math.max(stillToPayOut - toComeLeft, 0))} is left, without dates to come.</>
}

const kinds = ["cost", "paid_out", "transfer", "tax_paid", "other"] as const

const places = [
  { value: "bank", label: "Bank" },
  { value: "paypal", label: "PayPal" },
  { value: "cash", label: "Cash" },
] as const
const placeNames = ["bank", "paypal", "cash"] as const
const otherNames = ["income", "gift", "opening", "taxBefore", "returned", "kept"] as const

type Accounts = Partial<Pick<EntryForm, "from" | "to">>

/** What another amount can be: its label, and the accounts that it moves between, of which the form asks for one. */
const others: Record<(typeof otherNames)[number], Accounts & { label: string }> = {
  income: { label: "Other income, or a drawer's difference", from: "other" },
  gift: { label: "A gift made elsewhere", from: "gifts" },
  opening: { label: "Carried over from before", from: "opening" },
  taxBefore: { label: "Sales tax held from before", from: "tax", to: "opening" },
  returned: { label: "Money owed, returned another way", to: "owed" },
  kept: { label: "Money owed that we keep", from: "other", to: "owed" },
}

/** The accounts that an entry moves its amount between, as far as its kind doesn't say them. */
function accountsOf({ kind, from, to, what }: EntryValues): Accounts {
  if (kind === "other") return { from: others[what].from ?? from, to: others[what].to ?? to }
  return kind === "transfer" ? { from, to } : { from }
}

/** Where the money comes from and where it goes, and which date a cost is of. */
function Accounts({ form, month }: { form: ShopForm<EntryValues>; month: string }) {
  const [kind, what] = form.hook.watch(["kind", "what"])
  const named: Accounts = kind === "other" ? others[what] : {}
  return (
    <div className={clsx(sideBySide, "grid gap-5 empty:hidden sm:grid-cols-2")}>
      {kind === "other" && (
        <SelectField
          label="What it is"
          options={otherNames.map((value) => ({ value, label: others[value].label }))}
          {...form.field("what")}
        />
      )}
      {named.from === undefined && <SelectField label="From" options={places} {...form.field("from")} />}
      {(kind === "transfer" || kind === "other") && named.to === undefined && (
        <SelectField label="To" options={places} {...form.field("to")} />
      )}
      {kind === "cost" && <DateOfCost form={form} month={month} />}
    </div>
  )
}

/** The dates of the month and of a week around it, one of which a cost may be of. */
function DateOfCost({ form, month }: { form: ShopForm<EntryValues>; month: string }) {
  const around = (day: string, days: number) => new Date(Date.parse(day) + days * 24 * 60 * 60_000).toISOString()
  const range = { start: around(`${month}-01`, -7), end: around(lastDayOf(month), 8) }
  const { data = [] } = useQuery({ ...allDatesQuery(range), meta: {} })
  return (
    <SelectField
      label="Which event?"
      optional
      none="None"
      options={data.map(({ _id, name, startTime }) => ({
        value: `${_id} ${startTime}`,
        label: `${formatDay(startTime)}, ${name}`,
      }))}
      {...form.field("of")}
    />
  )
}

/** `month`: "2026-11", in which the date has to be. */
const entrySchema = (month: string) =>
  v.object({
    kind: v.picklist(kinds),
    from: v.picklist(placeNames),
    to: v.picklist(placeNames),
    what: v.picklist(otherNames),
    of: v.string(), // the event's ID and the start of one of its dates, or ""
    date: v.pipe(
      v.string(),
      v.check((day) => day.startsWith(`${month}-`), `Choose a day in ${monthHeading(month)}.`),
      v.check((day) => day <= lastOpenDay(month), "Choose today or an earlier day."),
    ),
    amount: v.pipe(
      v.string(),
      v.check((text) => dollarsOf(text) !== null, AMOUNT_EXAMPLE),
    ),
    text: requiredText("Say what it is.", 200),
    receipt: v.string(), // the path of the uploaded picture, or ""
  })

type EntryValues = v.InferOutput<ReturnType<typeof entrySchema>>

/** The last day of a month: "2026-11-30" */
const lastDayOf = (month: string) =>
  new Date(Date.parse(`${addMonths(month, 1)}-01`) - 24 * 60 * 60_000).toISOString().slice(0, 10)

/** The last day of a month on which something can have happened: today, in the current one. */
const lastOpenDay = (month: string) => [lastDayOf(month), today()].sort()[0]!

/** Dollars, also negative ones, but not 0; null for other texts. */
const dollarsOf = (text: string) => parseAmount(text, entryBounds.amount) || null

/** Uploads a picture of a receipt as soon as it is chosen. */
function ReceiptField({ form, upload }: { form: ShopForm<EntryValues>; upload: ReturnType<typeof useUpload> }) {
  const { send, isUploading, problem } = upload
  const receipt = form.hook.watch("receipt")
  const setReceipt = (path: string) => form.hook.setValue("receipt", path, { shouldDirty: true })
  const id = useId()
  return (
    <div className="grid justify-items-start gap-2">
      <p className="font-semibold">
        Receipt<span className="font-normal text-ink-2"> (optional)</span>
      </p>
      <Hint id={`${id}-hint`}>Cover names and card numbers first. Everybody can see the picture.</Hint>
      {problem && <ErrorText id={`${id}-error`}>{problem}</ErrorText>}
      {receipt && (
        <div className="w-40">
          <Picture image={receipt} alt="The receipt" sizes="10rem" className="rounded-art" />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <FileButton
          label={receipt ? "Choose another picture" : "Choose a picture"}
          icon={ImageUp}
          accept={IMAGE_TYPES.join(",")}
          describedBy={problem ? `${id}-hint ${id}-error` : `${id}-hint`}
          onFile={(file) => send(file, { onSuccess: ({ image }) => setReceipt(image) })}
        />
        {receipt && !isUploading && (
          <Button look="quiet" onClick={() => setReceipt("")}>
            <Trash2 aria-hidden size={18} />
            Remove
          </Button>
        )}
        <span role="status">{isUploading && "Uploading…"}</span>
      </div>
    </div>
  )
}
