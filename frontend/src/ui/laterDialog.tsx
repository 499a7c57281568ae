import { createElement, lazy, Suspense, useState, type ComponentType } from "react"

/** A dialog whose code comes when it first opens: most visits to a page need none of its dialogs. */
export function laterDialog<Props extends { open: boolean }>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const Loaded = lazy(load)
  return function Later(props: Props) {
    const [wanted, want] = useState(props.open)
    if (props.open && !wanted) want(true) // for good, so that closing it gives the focus back
    return wanted && <Suspense>{createElement(Loaded, props)}</Suspense>
  }
}

export const LaterConfirm = laterDialog(async () => ({ default: (await import("~/ui/Dialog")).ConfirmDialog }))
export const LaterDialog = laterDialog(async () => ({ default: (await import("~/ui/Dialog")).Dialog }))
