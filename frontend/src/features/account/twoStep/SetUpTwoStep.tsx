import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import * as v from "valibot"
import { profileQuery } from "~/api/queries/profile"
import { beginSecondFactorMutation, confirmSecondFactorMutation } from "~/api/queries/users"
import type { SecondFactorSetup } from "~/api/types"
import { codeInput, requiredCode, requiredPassword } from "~/features/account/fields"
import { RecoveryCodes } from "./RecoveryCodes"
import { session } from "~/state/session"
import { Button } from "~/ui/layout/Button"
import { PasswordField, TextField } from "~/ui/forms/Field"
import { Form, SubmitButton } from "~/ui/forms/Form"
import { notify } from "~/ui/overlays/notify"
import { useForm } from "~/ui/forms/useForm"
import { QRCode } from "~/ui/pictures/QRCode"

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
const passwordSchema = v.object({ currentPw: requiredPassword("Enter your current password.") })
const codeSchema = v.object({ code: requiredCode })

function Password({ onSetup, onClose }: { onSetup: (setup: SecondFactorSetup) => void; onClose: () => void }) {
  const begin = useMutation(beginSecondFactorMutation)
  const form = useForm({
    schema: passwordSchema,
    defaultValues: { currentPw: "" },
    onSubmit: async (typed) => onSetup(await begin.mutateAsync(typed)),
  })
  const { setFocus } = form.hook
  useEffect(() => setFocus("currentPw"), [setFocus])
  return (
    <Form form={form} aria-label="Set up two-step verification" className={card}>
      <PasswordField label="Current password" autoComplete="current-password" {...form.field("currentPw")} />
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
      <QRCode
        size={picture.side}
        path={picture.path}
        label="QR code for your authenticator app. The key is also below as text."
        className="w-full max-w-60"
      />
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
