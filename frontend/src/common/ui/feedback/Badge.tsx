import clsx from "clsx"
import type { ComponentProps } from "react"

const looks = {
  amber: "bg-amber text-on-amber",
  neutral: "bg-malt text-ink",
  ok: "bg-ok-bg text-ok",
  info: "bg-info-bg text-info",
  warning: "bg-warn-bg text-warn",
  error: "bg-err-bg text-err",
} as const

export function Badge({
  look = "neutral",
  className,
  ...rest
}: ComponentProps<"span"> & { look?: keyof typeof looks }) {
  return (
    <span
      {...rest}
      className={clsx(
        "count inline-flex min-w-6 items-center justify-center rounded-pill px-2 py-0.5 text-xs font-bold",
        looks[look],
        className,
      )}
    />
  )
}
