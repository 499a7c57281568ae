import { useEffect, useRef, type Ref } from "react"

/**
 * What was chosen before the app ran: a page drawn by the server can be used at once, and some browsers put choices
 * back on a reload. Give the ref to the select, so that what is shown is what is meant.
 */
export function useEarlyChoice(value: string, choose: (value: string) => void): Ref<HTMLSelectElement> {
  const select = useRef<HTMLSelectElement>(null)
  useEffect(() => {
    const shown = select.current?.value
    if (shown && shown !== value) choose(shown)
    // Once, when the page is taken over: later the two go together.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return select
}
