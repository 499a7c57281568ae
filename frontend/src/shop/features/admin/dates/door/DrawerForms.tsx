import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import * as v from "valibot"
import { drawerBounds } from "~/common/api/cash.gen"
import { isRefusal } from "~/common/api/client"
import { invalidate } from "~/common/api/queryClient"
import { closeDrawerMutation, countDrawerMutation, openDrawerMutation } from "~/shop/queries/staff/door"
import type { DoorDrawer, DoorState } from "~/common/api/types"
import { parseAmount } from "~/common/lib/amount"
import { session } from "~/shop/state/session"
import { CheckboxField, Hint, MoneyField, TextField } from "~/common/ui/forms/Field"
import { Form, SubmitButton, useForm } from "~/common/ui/forms/Form"
import { Button } from "~/common/ui/layout/Button"
import { notify } from "~/common/ui/overlays/notify"

/** What the drawer needs next. A till does the same, but only until six hours after the end. */
export function DrawerForms({ door: { _id, drawer, cash, closedAt } }: { door: DoorState }) {
  const [isRecount, setRecount] = useState(false)
  if (closedAt || drawer?.closedAt) return null
  if (!drawer) return cash.length > 0 ? <OpenForm id={_id} /> : null
  return isRecount || drawer.counts.length < 2 ? (
    <CountForm id={_id} counts={isRecount ? [] : drawer.counts} onDone={() => setRecount(false)} />
  ) : (
    <CloseForm id={_id} drawer={drawer} onCountAgain={() => setRecount(true)} />
  )
}

const dollarsOf = (text: string) => parseAmount(text, drawerBounds.float)
const amountField = v.pipe(
  v.string(),
  v.check((text) => dollarsOf(text) !== null, "Enter an amount such as 20 or 20.50."),
)

/** For cash that a phone took while nobody had opened a drawer. */
function OpenForm({ id }: { id: string }) {
  const open = useMutation(openDrawerMutation)
  const form = useForm({
    name: `open drawer ${id}`,
    schema: v.object({ float: amountField }),
    values: { float: "" },
    save: async ({ float }) => void (await open.mutateAsync({ id, float: dollarsOf(float)! })),
  })
  return (
    <Form form={form} aria-label="Open the drawer">
      <MoneyField
        label="Change at the start"
        hint="Without the cash that was taken since. Enter 0 if there was none."
        {...form.field("float")}
      />
      <SubmitButton form={form} needsConnection look="secondary" className="justify-self-start">
        Open the drawer
      </SubmitButton>
    </Form>
  )
}

const countSchema = (isAlone: boolean) =>
  v.object({
    total: amountField,
    name: v.pipe(
      v.string(),
      v.trim(),
      v.check((name) => isAlone || name !== "", "Enter who counts."),
      v.maxLength(40, "Use at most 40 characters."),
    ),
  })

interface CountFormProps {
  id: string
  /** Who has counted. */
  counts: readonly string[]
  onDone: () => void
}

/** One of two counts. Nobody sees what the other one counted, nor what should be in the drawer. */
function CountForm({ id, counts: [first], onDone }: CountFormProps) {
  const count = useMutation(countDrawerMutation)
  const [isChecked, setChecked] = useState(false)
  const isAlone = isChecked && first !== undefined
  const form = useForm({
    name: `count drawer ${id}`,
    schema: countSchema(isAlone),
    values: { total: "", name: first === undefined ? (session.get().user?.firstName ?? "") : "" },
    save: async ({ name, total }) => {
      const sent = { id, total: dollarsOf(total)!, ...(isAlone ? { name: first, alone: true } : { name }) }
      await count.mutateAsync(sent).catch((error: unknown) => {
        // Both counts are gone, and the person who counts next must not see this one.
        if (isRefusal(error, "counts_differ")) form.hook.setValue("total", "")
        throw error
      })
    },
    after: () => {
      form.startOver()
      setChecked(false)
      notify.success("The count is saved.")
      onDone()
    },
  })
  return (
    <Form form={form} aria-label="Count the drawer">
      <Hint>
        {first === undefined
          ? "Two people count, one after the other, here or on a phone that sells. Neither sees the other's total."
          : "Now somebody else counts, who doesn't know that total."}
      </Hint>
      <MoneyField label="All cash in the drawer" {...form.field("total")} />
      {!isAlone && <TextField label="Who counts" autoComplete="off" maxLength={40} {...form.field("name")} />}
      {first !== undefined && (
        <CheckboxField
          label={`${first} is alone, and counts twice`}
          checked={isChecked}
          onChange={(event) => setChecked(event.target.checked)}
        />
      )}
      <SubmitButton form={form} needsConnection look="secondary" className="justify-self-start">
        Save this count
      </SubmitButton>
    </Form>
  )
}

interface CloseFormProps {
  id: string
  drawer: DoorDrawer
  /** Starts over, because cash moved since. */
  onCountAgain: () => void
}

function CloseForm({ id, drawer: { difference }, onCountAgain }: CloseFormProps) {
  const client = useQueryClient()
  const close = useMutation({
    ...closeDrawerMutation,
    onError: () => invalidate(client, ["Door"]), // a till sells, too, so that the drawer may be off now
  })
  const isWrong = difference !== null && difference !== 0
  const form = useForm({
    name: `close drawer ${id}`,
    schema: v.object({
      reason: v.pipe(
        v.string(),
        v.trim(),
        v.check((text) => !isWrong || text !== "", "Say why the drawer is off."),
      ),
    }),
    values: { reason: "" },
    save: async ({ reason }) => {
      await close.mutateAsync({ id, ...(isWrong && { reason }) })
      notify.success("The drawer is closed.")
    },
  })
  return (
    <Form form={form} aria-label="Close the drawer">
      {isWrong && <TextField label="Why it is off" maxLength={200} autoComplete="off" {...form.field("reason")} />}
      <div className="flex flex-wrap gap-3">
        <SubmitButton form={form} needsConnection look="secondary" busyText="Closing…">
          Close the drawer
        </SubmitButton>
        <Button look="quiet" onClick={onCountAgain}>
          Count again
        </Button>
      </div>
    </Form>
  )
}
