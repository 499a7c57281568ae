/** What volunteers use, and nobody else: only their screens load it. */
import { type ComponentProps, useId } from "react"
import { Button } from "~/common/ui/plain"

interface StepperProps {
  label: string
  value: number
  min?: number
  max: number
  step?: number
  change: (value: number) => void
}

/** A small number, with buttons for fewer and more. */
export function Stepper({ label, value, min = 1, max, step = 1, change }: StepperProps) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className="flex flex-wrap items-center gap-x-3">
      <span id={id} className="flex-1 font-semibold">
        {label}
      </span>
      <div className="flex items-center gap-1">
        <Button look="secondary" aria-label="Fewer" onClick={() => change(Math.max(min, value - step))}>
          −
        </Button>
        <output className="min-w-8 text-center text-2xl font-bold tabular-nums">{value}</output>
        <Button look="secondary" aria-label="More" onClick={() => change(Math.min(max, value + step))}>
          +
        </Button>
      </div>
    </div>
  )
}

/** Something that is on or off. */
export function Checkbox({ label, ...rest }: ComponentProps<"input"> & { label: string }) {
  return (
    <label className="flex min-h-12 cursor-pointer items-center gap-3 [overflow-wrap:anywhere]">
      <input {...rest} type="checkbox" className="size-6 shrink-0 accent-(--color-felt-2)" />
      {label}
    </label>
  )
}

/** Why something didn't work. Always on the page, so that screen readers notice what comes. */
export function Problem({ children }: { children: string }) {
  return (
    <p role="status" className="font-semibold text-err empty:hidden">
      {children}
    </p>
  )
}
