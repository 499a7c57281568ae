import type { ComponentProps } from "react"

const looks = {
  primary: "bg-amber text-on-amber",
  secondary: "border border-line bg-paper text-ink",
  /** On the colors of verdicts. */
  verdict: "border-2 border-current bg-transparent",
} as const

export function Button({
  look = "primary",
  className = "",
  ...rest
}: ComponentProps<"button"> & { look?: keyof typeof looks }) {
  return (
    <button
      type="button"
      {...rest}
      className={`edge min-h-12 min-w-12 rounded-md px-4 font-semibold select-none disabled:opacity-60 ${looks[look]} ${className}`}
    />
  )
}
