import { createElement, useEffect, useEffectEvent, useState, type ComponentType } from "react"
import { notify } from "~/ui/overlays/notify"

interface Opened {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/**
 * Creates a dialog whose code loads when it first opens, because most visits don't need it. If loading fails, the page
 * and its input are kept and the next press tries again. Browsers that cache a failed import (Chromium before 156) need
 * a reload, as the message says.
 */
export function lazyDialog<Props extends Opened>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  return function Later(props: Props) {
    const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null) // kept after closing, to return the focus
    const reportFailure = useEffectEvent(() => {
      props.onOpenChange(false)
      notify.error("That didn't load. Check your connection, or reload the page.")
    })
    const isLoading = props.open && !Loaded
    useEffect(() => {
      if (isLoading) load().then((module) => setLoaded(() => module.default), reportFailure)
    }, [isLoading])
    return Loaded && createElement(Loaded, props)
  }
}

export const LazyConfirm = lazyDialog(async () => ({ default: (await import("~/ui/overlays/Dialog")).ConfirmDialog }))
export const LazyDialog = lazyDialog(async () => ({ default: (await import("~/ui/overlays/Dialog")).Dialog }))
