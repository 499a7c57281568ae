import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import * as v from "valibot"
import { renewRecoveryCodesMutation, turnOffSecondFactorMutation } from "~/api/queries/users"
import { codeInput, requiredCode } from "~/features/account/fields"
import { noProof, ProofField, useFocusOnProof, useProofFields } from "~/features/account/ProofField"
import { RecoveryCodes } from "./RecoveryCodes"
import { Button } from "~/ui/layout/Button"
import { TextField } from "~/ui/forms/Field"
import { Form, SubmitButton } from "~/ui/forms/Form"
import { notify } from "~/ui/overlays/notify"
import { useForm } from "~/ui/forms/useForm"

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
    <div className="flex flex-wrap gap-x-4">
      {(Object.keys(labels) as Action[]).map((each) => (
        <Button key={each} look="quiet" className="-ml-1" onClick={() => setAction(each)}>
          {labels[each]}
        </Button>
      ))}
    </div>
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
  const form = useForm({ schema, defaultValues: { ...noProof, code: "" }, onSubmit })
  useFocusOnProof(form.hook.setFocus)
  return (
    <Form form={form} aria-label={labels[action]} className="grid gap-4 rounded-card border border-hair bg-paper p-4">
      <ProofField currentPw={form.field("currentPw")} emailCode={form.field("emailCode")} />
      <TextField
        label="Code"
        hint="From your authenticator app, or a recovery code."
        {...codeInput}
        {...form.field("code")}
      />
      <div className="flex flex-wrap gap-3">
        <SubmitButton form={form} needsConnection look={action === "turnOff" ? "danger" : "secondary"}>
          {labels[action]}
        </SubmitButton>
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
