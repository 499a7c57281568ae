import clsx from "clsx"
import type { ReactNode } from "react"

/**
 * A dialog's buttons, to the right; on a phone they fill their row, so that two which need two rows are equally wide.
 * What is said above them has a row of its own.
 */
export function DialogButtons({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div
      className={clsx("flex flex-wrap justify-end gap-3 max-sm:[&>*]:grow [&>:not(button,a)]:basis-full", className)}
    >
      {children}
    </div>
  )
}
