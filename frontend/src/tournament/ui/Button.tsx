import type { ComponentProps } from "react"

const looks = {
  primary: "bg-amber text-on-amber",
  secondary: "border border-line bg-paper text-ink",
} as const

export function Button({
  look = "secondary",
  className = "",
  ...rest
}: ComponentProps<"button"> & { look?: keyof typeof looks }) {
  return (
    <button
      type="button"
      {...rest}
      className={`edge min-h-12 rounded-md px-4 font-semibold aria-disabled:opacity-60 ${looks[look]} ${className}`}
    />
  )
}
