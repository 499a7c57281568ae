import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import * as v from "valibot"
import { profileQuery } from "~/api/queries/profile"
import { beginSecondFactorMutation, confirmSecondFactorMutation } from "~/api/queries/users"
import type { SecondFactorSetup } from "~/api/types"
import { codeInput, requiredCode } from "~/features/account/fields"
import { noProof, ProofField, useFocusOnProof, useProofFields } from "~/features/account/ProofField"
import { RecoveryCodes } from "./RecoveryCodes"
import { session } from "~/state/session"
import { Button } from "~/ui/layout/Button"
import { TextField } from "~/ui/forms/Field"
import { Form, SubmitButton } from "~/ui/forms/Form"
import { notify } from "~/ui/overlays/notify"
import { useForm } from "~/ui/forms/useForm"

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

const card = "grid gap-4 rounded-card border border-hair bg-paper p-4"
const codeSchema = v.object({ code: requiredCode })

function Password({ onSetup, onClose }: { onSetup: (setup: SecondFactorSetup) => void; onClose: () => void }) {
  const begin = useMutation(beginSecondFactorMutation)
  const form = useForm({
    schema: v.object(useProofFields()),
    defaultValues: noProof,
    onSubmit: async (typed) => onSetup(await begin.mutateAsync(typed)),
  })
  useFocusOnProof(form.hook.setFocus)
  return (
    <Form form={form} aria-label="Set up two-step verification" className={card}>
      <ProofField currentPw={form.field("currentPw")} emailCode={form.field("emailCode")} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton form={form} needsConnection look="secondary" busyText="Checking…">
          Continue
        </SubmitButton>
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
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
    schema: codeSchema,
    defaultValues: { code: "" },
    onSubmit: async (typed) => onCodes((await confirm.mutateAsync(typed)).recoveryCodes),
  })
  // Not the field, because a phone's keyboard would cover the QR code.
  const firstStep = useRef<HTMLParagraphElement>(null)
  useEffect(() => firstStep.current?.focus(), [])
  return (
    <Form form={form} aria-label="Set up two-step verification" className={card}>
      <p ref={firstStep} tabIndex={-1}>
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
      <div className="flex flex-wrap gap-3">
        <SubmitButton form={form} needsConnection look="secondary" busyText="Checking…">
          Turn it on
        </SubmitButton>
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
