import { useState } from "react"

/** Whether it was ever so, on this page: what was drawn once does not go back to waiting when it is asked for again. */
export function useOnce(now: boolean): boolean {
  const [ever, setEver] = useState(now)
  if (now && !ever) setEver(true)
  return now || ever
}
