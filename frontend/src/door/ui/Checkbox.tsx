import type { ComponentProps } from "react"

/** Something that is on or off. */
export function Checkbox({ label, ...rest }: ComponentProps<"input"> & { label: string }) {
  return (
    <label className="flex min-h-12 cursor-pointer items-center gap-3">
      <input {...rest} type="checkbox" className="size-6 shrink-0 accent-(--felt-2)" />
      {label}
    </label>
  )
}
