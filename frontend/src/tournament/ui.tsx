import type { ComponentProps, ReactNode } from "react"

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

/** What not everybody wants to know. */
export function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="border-t border-hair">
      <summary className="py-3 font-semibold">{title}</summary>
      <div className="grid gap-3 pb-4">{children}</div>
    </details>
  )
}
