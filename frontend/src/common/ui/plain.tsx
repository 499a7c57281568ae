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
