import { useEffect, type RefObject } from "react"
import { useBlocker } from "react-router-dom"
import { LazyConfirm } from "~/ui/overlays/lazyDialog"

interface LeaveGuardProps {
  unsaved: boolean
  /** Set after a save, when no changes can be lost. */
  saved: RefObject<boolean>
  name: string
}

/** Asks before unsaved changes are lost, when leaving the page and when closing the tab. */
export function LeaveGuard({ unsaved, saved, name }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved && !saved.current && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!unsaved) return
    const ask = (event: BeforeUnloadEvent) => {
      if (!saved.current) event.preventDefault()
    }
    window.addEventListener("beforeunload", ask)
    return () => window.removeEventListener("beforeunload", ask)
  }, [unsaved, saved])
  return (
    <LazyConfirm
      open={blocker.state === "blocked"}
      onOpenChange={(open) => open || blocker.reset?.()}
      title="Leave without saving?"
      body={`Your changes to ${name} aren't saved yet.`}
      action="Leave"
      danger
      onConfirm={() => blocker.proceed?.()}
    />
  )
}
