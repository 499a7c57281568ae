import { useId, type ComponentProps } from "react"

/** A text field with its label. */
export function Field({ label, className = "", ...rest }: ComponentProps<"input"> & { label: string }) {
  const id = useId()
  return (
    <div className={`grid gap-1 ${className}`}>
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <input
        {...rest}
        id={id}
        spellCheck={false}
        className="min-h-12 w-full rounded-md border border-line bg-paper px-3 text-ink"
      />
    </div>
  )
}
