import { createElement, useEffect, useEffectEvent, useState, type ComponentType } from "react"
import { notify } from "~/ui/notify"

interface Opened {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/**
 * A dialog whose code comes when it first opens: most visits to a page need none of its dialogs. Where the code does
 * not come, the page stays as it is, with all that was typed, and the next press asks again.
 */
export function laterDialog<Props extends Opened>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  return function Later(props: Props) {
    const [Loaded, keep] = useState<ComponentType<Props> | null>(null) // for good: closing it gives the focus back
    const giveUp = useEffectEvent(() => {
      props.onOpenChange(false)
      notify.error("That didn't load. Check your connection, or reload the page.")
    })
    const isWaiting = props.open && !Loaded
    useEffect(() => {
      if (isWaiting) load().then((module) => keep(() => module.default), giveUp)
    }, [isWaiting])
    return Loaded && createElement(Loaded, props)
  }
}

export const LaterConfirm = laterDialog(async () => ({ default: (await import("~/ui/Dialog")).ConfirmDialog }))
export const LaterDialog = laterDialog(async () => ({ default: (await import("~/ui/Dialog")).Dialog }))
