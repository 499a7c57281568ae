import { useState } from "react"

/** Whether the value has ever been true, so that content stays while its data is fetched again. */
export function useOnce(now: boolean): boolean {
  const [ever, setEver] = useState(now)
  if (now && !ever) setEver(true)
  return now || ever
}
