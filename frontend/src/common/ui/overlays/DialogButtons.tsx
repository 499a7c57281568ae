import clsx from "clsx"
import type { ReactNode } from "react"

/**
 * A dialog's buttons, aligned right. On a phone they fill their row, so that buttons in two rows have the same width.
 * Other content, such as a hint, gets its own row. An error comes before all buttons.
 */
export function DialogButtons({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div
      className={clsx(
        "flex flex-wrap justify-end gap-3 max-sm:[&>*]:grow [&>:not(button,a)]:basis-full [&>[role=alert]]:order-first",
        className,
      )}
    >
      {children}
    </div>
  )
}
