import { useState } from "react"

/** Whether the value was ever true, so that content stays when its data is fetched again. */
export function useOnce(now: boolean): boolean {
  const [ever, setEver] = useState(now)
  if (now && !ever) setEver(true)
  return now || ever
}
