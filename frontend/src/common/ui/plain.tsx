/** Parts without the router, for the programs of an evening. */
import { Component, type ComponentProps, type ReactNode, useId, useRef, useState } from "react"

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
      className={`edge min-h-12 min-w-12 rounded-md px-4 font-semibold select-none disabled:opacity-60 aria-disabled:opacity-60 ${looks[look]} ${className}`}
    />
  )
}

interface FieldProps extends ComponentProps<"input"> {
  label: string
  change?: (text: string) => void
}

/** A text field with its label. Browsers suggest nothing: several people use the phone, and for many guests. */
export function Field({ label, change, className = "", ...rest }: FieldProps) {
  const id = useId()
  return (
    <div className={`grid gap-1 ${className}`}>
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <input
        autoComplete="off"
        onChange={change && (({ target }) => change(target.value))}
        {...rest}
        id={id}
        spellCheck={false}
        className="min-h-12 w-full rounded-md border border-line bg-paper px-3 text-ink"
      />
    </div>
  )
}

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

/** A screen that says one thing. */
export function Message({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <main className="mx-auto grid w-full max-w-form content-start gap-4 p-4 pt-12">
      <h1>{title}</h1>
      <p>{text}</p>
      {children}
    </main>
  )
}

/** Takes the place of screens that broke. What was entered is stored outside them, and is sent all the same. */
export class ErrorBoundary extends Component<{ children: ReactNode }> {
  static getDerivedStateFromError = () => ({ isBroken: true })
  override state = { isBroken: false }
  override render() {
    if (!this.state.isBroken) return <>{this.props.children}</>
    return (
      <Message title="Something broke" text="What was entered is kept.">
        <Button onClick={() => location.reload()}>Go on</Button>
      </Message>
    )
  }
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

/** A form that is sent by script. */
export function Form({ send, ...rest }: ComponentProps<"form"> & { send: (form: HTMLFormElement) => void }) {
  return (
    <form
      {...rest}
      onSubmit={(event) => {
        event.preventDefault()
        send(event.currentTarget)
      }}
    />
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

/**
 * Returns a function that does something unless the last thing is still being done, because people press twice; and
 * whether it is.
 */
export function useOneAtATime(): [once: (work: () => Promise<unknown>) => void, isBusy: boolean] {
  const [isBusy, setBusy] = useState(false)
  const hasBegun = useRef(false)
  const set = (now: boolean) => setBusy((hasBegun.current = now))
  const once = (work: () => Promise<unknown>) => {
    if (hasBegun.current) return
    set(true)
    void work().finally(() => set(false))
  }
  return [once, isBusy]
}
