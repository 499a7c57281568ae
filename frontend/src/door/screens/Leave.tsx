import { useState } from "react"
import { Button } from "../ui/Button"

/** Signs the phone out, once everything is sent. */
export function Leave({ queued, leave }: { queued: number; leave: () => Promise<void> }) {
  const [hasTried, setTried] = useState(false)
  const [error, setError] = useState("")
  const waiting = queued === 1 ? "1 entry is still to be sent." : `${queued} entries are still to be sent.`
  const pressed = () => {
    setTried(true)
    setError("")
    if (queued === 0) leave().catch(() => setError("The shop can't be reached. Check the connection."))
  }
  return (
    <div className="grid justify-items-start gap-2 pt-6">
      <Button look="secondary" onClick={pressed}>
        Sign out
      </Button>
      <p role="status" className="empty:hidden">
        {hasTried && queued > 0 ? waiting : error}
      </p>
    </div>
  )
}
