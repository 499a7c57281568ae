import { useMutation, useQueryClient } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
import type { FieldValues } from "react-hook-form"
import * as v from "valibot"
import {
  beginSecondFactorMutation,
  confirmSecondFactorMutation,
  renewRecoveryCodesMutation,
  turnOffSecondFactorMutation,
} from "~/shop/queries/users"
import type { SecondFactorSetup } from "~/common/api/types"
import { codeInput, requiredCode } from "~/shop/features/account/fields"
import { noProof, ProofField, useFocusOnProof, useProofFields } from "~/shop/features/account/ProofField"
import { profileQuery, session } from "~/shop/state/session"
import { TextField } from "~/common/ui/forms/Field"
import { Form, type ShopForm, SubmitButton, useForm } from "~/common/ui/forms/Form"
import { focusNow } from "~/common/ui/hooks/focus"
import { Button, type Look } from "~/common/ui/layout/Button"
import { Dangerous } from "~/common/ui/layout/Dangerous"
import { notify } from "~/common/ui/overlays/notify"

/** Three steps: the password, the app's first code, and the recovery codes. */
export function SetUp({ onClose }: { onClose: () => void }) {
  const [setup, setSetup] = useState<SecondFactorSetup | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const client = useQueryClient()
  const finish = async () => {
    onClose()
    notify.success("Two-step verification is on.")
    // The server may have limited the session until now.
    session.setUser(await client.fetchQuery({ ...profileQuery(), staleTime: 0 }))
  }
  if (codes) return <RecoveryCodes codes={codes} onSaved={() => void finish()} />
  if (setup) return <FirstCode setup={setup} onCodes={setCodes} onClose={onClose} />
  return <Password onSetup={setSetup} onClose={onClose} />
}

const card = "grid gap-4 panel p-4"
const SET_UP = "Set up two-step verification"
const codeSchema = v.object({ code: requiredCode })

function Password({ onSetup, onClose }: { onSetup: (setup: SecondFactorSetup) => void; onClose: () => void }) {
  const begin = useMutation(beginSecondFactorMutation)
  const form = useForm({
    name: "two-step proof",
    schema: v.object(useProofFields()),
    values: noProof,
    save: async (typed) => onSetup(await begin.mutateAsync(typed)),
  })
  useFocusOnProof(form.hook.setFocus)
  return (
    <StepForm form={form} label={SET_UP} action="Continue" busyText="Checking…" onCancel={onClose}>
      <ProofField currentPw={form.field("currentPw")} emailCode={form.field("emailCode")} />
    </StepForm>
  )
}

function FirstCode({
  setup: { secret, picture },
  onCodes,
  onClose,
}: {
  setup: SecondFactorSetup
  onCodes: (codes: readonly string[]) => void
  onClose: () => void
}) {
  const confirm = useMutation(confirmSecondFactorMutation)
  const form = useForm({
    name: "two-step code",
    schema: codeSchema,
    values: { code: "" },
    save: async (typed) => onCodes((await confirm.mutateAsync(typed)).recoveryCodes),
  })
  return (
    <StepForm form={form} label={SET_UP} action="Turn it on" busyText="Checking…" onCancel={onClose}>
      {/* Not the field, because a phone's keyboard would cover the QR code. */}
      <p ref={focusNow} tabIndex={-1}>
        Open an authenticator app on your phone and scan this QR code.
      </p>
      <svg
        role="img"
        aria-label="QR code for your authenticator app. The key is also below as text."
        viewBox={`0 0 ${picture.side} ${picture.side}`}
        shapeRendering="crispEdges"
        className="w-full max-w-60 rounded-md bg-scan-paper text-scan-ink"
      >
        <path d={picture.path} fill="currentColor" />
      </svg>
      <p className="text-ink-2">
        Or type this key into the app: <code className="font-bold text-ink">{secret.match(/.{1,4}/g)?.join(" ")}</code>
      </p>
      <TextField label="Code" hint="The six digits from the app." {...codeInput} {...form.field("code")} />
    </StepForm>
  )
}

type Action = "renew" | "turnOff"
type BothFactors = typeof noProof & { code: string }

const labels = { renew: "Make new recovery codes", turnOff: "Turn it off" } as const

/** Makes new recovery codes or turns two-step verification off. Both require a proof and a code. */
export function Change({ onDone }: { onDone: () => void }) {
  const [action, setAction] = useState<Action | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const renew = useMutation(renewRecoveryCodesMutation)
  const turnOff = useMutation(turnOffSecondFactorMutation)
  const run = async (typed: BothFactors) => {
    if (action === "renew") {
      setCodes((await renew.mutateAsync(typed)).recoveryCodes)
      setAction(null)
    } else {
      notify.success((await turnOff.mutateAsync(typed)).message)
      close()
    }
  }
  const close = () => {
    setCodes(null)
    setAction(null)
    onDone()
  }
  if (codes) return <RecoveryCodes codes={codes} onSaved={close} />
  if (action) return <BothFactorsForm action={action} onSubmit={run} onClose={close} />
  return (
    <>
      <Button look="quiet" className="-ml-1 justify-self-start" onClick={() => setAction("renew")}>
        {labels.renew}
      </Button>
      <Dangerous sentence="Your password alone would sign you in:">
        <Button look="removes" onClick={() => setAction("turnOff")}>
          {labels.turnOff}
        </Button>
      </Dangerous>
    </>
  )
}

function BothFactorsForm({
  action,
  onSubmit,
  onClose,
}: {
  action: Action
  onSubmit: (typed: BothFactors) => Promise<void>
  onClose: () => void
}) {
  const schema = v.object({ ...useProofFields(), code: requiredCode })
  const form = useForm({ name: `two-step ${action}`, schema, values: { ...noProof, code: "" }, save: onSubmit })
  useFocusOnProof(form.hook.setFocus)
  return (
    <StepForm
      form={form}
      label={labels[action]}
      action={labels[action]}
      look={action === "turnOff" ? "danger" : "secondary"}
      onCancel={onClose}
    >
      <ProofField currentPw={form.field("currentPw")} emailCode={form.field("emailCode")} />
      <TextField
        label="Code"
        hint="From your authenticator app, or a recovery code."
        {...codeInput}
        {...form.field("code")}
      />
    </StepForm>
  )
}

/** Shown only once, because the server stores only hashes. Gets the focus, so that users notice them. */
function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  return (
    <div className={card}>
      <h3 ref={focusNow} tabIndex={-1}>
        Your recovery codes
      </h3>
      <p>
        Save these somewhere safe, away from your phone. If you lose your phone, each code signs you in once. We show
        them only this time.
      </p>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] gap-x-4 gap-y-1">
        {codes.map((code) => (
          <li key={code}>
            <code className="font-bold">{code}</code>
          </li>
        ))}
      </ul>
      <Button look="secondary" className="justify-self-start" onClick={onSaved}>
        I've saved my codes
      </Button>
    </div>
  )
}

interface StepFormProps<V extends FieldValues> {
  form: ShopForm<V>
  label: string
  /** The text of the submit button. */
  action: string
  look?: Look
  busyText?: string
  onCancel: () => void
  children: ReactNode
}

function StepForm<V extends FieldValues>({ label, action, onCancel, children, ...submit }: StepFormProps<V>) {
  return (
    <Form form={submit.form} aria-label={label} className={card}>
      {children}
      <div className="flex flex-wrap gap-3">
        <SubmitButton look="secondary" needsConnection {...submit}>
          {action}
        </SubmitButton>
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
