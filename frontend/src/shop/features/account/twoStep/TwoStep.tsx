import { useQuery } from "@tanstack/react-query"
import { useId, useRef, useState } from "react"
import { secondFactorQuery } from "~/shop/queries/users"
import type { SecondFactor as Factor } from "~/common/api/types"
import { counted } from "~/common/lib/text"
import { Badge } from "~/common/ui/feedback/Badge"
import { Button } from "~/common/ui/layout/Button"
import { Notice } from "~/common/ui/feedback/Notice"
import { Change, SetUp } from "./TwoStepForms"
import { Loaded, Skeleton } from "~/common/ui/feedback/States"

/** The user's two-step verification: off, in setup, or on. Its heading gets the focus when a form closes. */
export function SecondFactor() {
  const factor = useQuery(secondFactorQuery())
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} ref={heading} tabIndex={-1} className="justify-self-start">
        Two-step verification
      </h2>
      <Loaded query={factor} what="your two-step verification" loading={<Skeleton className="h-24 rounded-card" />}>
        {(loaded) => <State factor={loaded} onDone={() => heading.current?.focus()} />}
      </Loaded>
    </section>
  )
}

/** Keeps the setup open until it is closed: the refetched data says "on" while the recovery codes are shown. */
function State({ factor, onDone }: { factor: Factor; onDone: () => void }) {
  const [settingUp, setSettingUp] = useState(false)
  const close = () => {
    setSettingUp(false)
    onDone()
  }
  if (settingUp) {
    return <SetUp onClose={close} />
  }
  return factor.isOn ? <On factor={factor} onDone={onDone} /> : <Off onSetUp={() => setSettingUp(true)} />
}

function Off({ onSetUp }: { onSetUp: () => void }) {
  return (
    <>
      <p>After your password you'll enter a code from an authenticator app on your phone.</p>
      <Button look="secondary" className="justify-self-start" onClick={onSetUp}>
        Set up two-step verification
      </Button>
    </>
  )
}

const FEW = 3

function On({ factor: { recoveryCodesLeft }, onDone }: { factor: Factor; onDone: () => void }) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <Badge look="ok">On</Badge>
        <span>{counted(recoveryCodesLeft, "recovery code")} left</span>
      </p>
      {recoveryCodesLeft < FEW && <Notice look="warning">Make new recovery codes before they run out.</Notice>}
      <Change onDone={onDone} />
    </>
  )
}
