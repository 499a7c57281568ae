import clsx from "clsx"
import { Eye, EyeOff } from "lucide-react"
import { useEffect, useId, useState, type ComponentProps, type ReactNode } from "react"
import { ErrorText } from "~/common/ui/feedback/Notice"

interface FieldTexts {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  /** Fields are required by default; only optional ones are marked. */
  optional?: boolean | undefined
}

/**
 * For the container of fields in a row: aligns their labels and controls, even if one of them has an error.
 */
export const sideBySide = "*:flex *:flex-col [&>*>:last-child]:mt-auto"

/** A control's ID, and its hint and error, which describe it. */
function useTexts({ hint, error }: Pick<FieldTexts, "hint" | "error">, givenId?: string) {
  const generatedId = useId()
  const id = givenId ?? generatedId
  const texts = (
    <>
      {hint && <Hint id={`${id}-hint`}>{hint}</Hint>}
      {error && <ErrorText id={`${id}-error`}>{error}</ErrorText>}
    </>
  )
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ") || undefined
  return { id, texts, describedBy }
}

interface FieldProps extends FieldTexts {
  id?: string | undefined
  className?: string | undefined
  children: (wiring: {
    id: string
    "aria-describedby": string | undefined
    "aria-invalid": true | undefined
  }) => ReactNode
}

/** Label, hint and error above a control, associated with it. */
function Field({ label, optional, id: givenId, className, children, ...about }: FieldProps) {
  const { id, texts, describedBy } = useTexts(about, givenId)
  return (
    <div className={clsx("grid gap-1", className)}>
      <label htmlFor={id} className="font-semibold">
        {label}
        {optional && <span className="font-normal text-ink-2"> (optional)</span>}
      </label>
      {texts}
      {children({ id, "aria-describedby": describedBy, "aria-invalid": about.error ? true : undefined })}
    </div>
  )
}

export function Hint({ id, className, children }: { id?: string; className?: string; children: ReactNode }) {
  return (
    <p id={id} className={clsx("text-sm text-ink-2", className)}>
      {children}
    </p>
  )
}

const control =
  "min-h-tap w-full rounded-md border border-line bg-paper px-3 py-2 text-ink aria-invalid:border-2 aria-invalid:border-err disabled:bg-malt disabled:text-ink-2"

type TextFieldProps = Omit<ComponentProps<"input">, "prefix"> & FieldTexts & { prefix?: string }

export function TextField({ label, hint, error, optional, id, prefix, className, ...rest }: TextFieldProps) {
  return (
    <Field {...{ label, hint, error, optional, id, className }}>
      {(wiring) => (
        <span className="relative block">
          {prefix && (
            <span aria-hidden className="absolute inset-y-0 left-3 flex items-center text-ink-2">
              {prefix}
            </span>
          )}
          <input type="text" {...rest} {...wiring} className={clsx(control, prefix && "pl-7")} />
        </span>
      )}
    </Field>
  )
}

/** An amount in dollars. */
export function MoneyField(props: TextFieldProps) {
  return <TextField prefix="$" inputMode="decimal" autoComplete="off" {...props} />
}

type TextAreaFieldProps = ComponentProps<"textarea"> & FieldTexts

export function TextAreaField({ label, hint, error, optional, id, className, ...rest }: TextAreaFieldProps) {
  return (
    <Field {...{ label, hint, error, optional, id, className }}>
      {(wiring) => <textarea rows={5} {...rest} {...wiring} className={clsx(control, "pb-0")} />}
    </Field>
  )
}

type PasswordFieldProps = Omit<ComponentProps<"input">, "type"> & FieldTexts

/** Has a button that shows the password, which is hidden again when the form is submitted. */
export function PasswordField({ label, hint, error, optional, id, className, ...rest }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const generatedId = useId()
  const inputId = id ?? generatedId
  const which = label === "Password" ? "" : `: ${String(label).split(" ")[0]}` // "Show password: Confirm"
  useEffect(() => {
    const form = document.getElementById(inputId)?.closest("form")
    const hide = () => setShown(false)
    form?.addEventListener("submit", hide)
    return () => form?.removeEventListener("submit", hide)
  }, [inputId])
  return (
    <Field {...{ label, hint, error, optional, className }} id={inputId}>
      {(wiring) => (
        <span className="relative block">
          <input
            autoCapitalize="none"
            spellCheck={false}
            {...rest}
            {...wiring}
            type={shown ? "text" : "password"}
            className={clsx(control, "pr-12")}
          />
          <button
            type="button"
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0 flex w-tap items-center justify-center rounded-md text-ink-2"
          >
            {shown ? <EyeOff aria-hidden size={20} /> : <Eye aria-hidden size={20} />}
            {/* Not an aria-label, so that only the field is labeled "Password". */}
            <span className="sr-only">{`${shown ? "Hide" : "Show"} password${which}`}</span>
          </button>
        </span>
      )}
    </Field>
  )
}

export interface Option {
  value: string
  label: string
}

type SelectFieldProps = ComponentProps<"select"> &
  FieldTexts & {
    /** The label of a first option with the value "". */
    none?: string
    options?: readonly Option[]
  }

/** A native select. Its choices are `options`, or <option> and <optgroup> as children. */
export function SelectField(props: SelectFieldProps) {
  const { label, hint, error, optional, id, className, none, options = [], children, ...rest } = props
  return (
    <Field {...{ label, hint, error, optional, id, className }}>
      {(wiring) => (
        <select {...rest} {...wiring} className={control}>
          {none && <option value="">{none}</option>}
          {children}
          {options.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

type ChoiceProps = Omit<ComponentProps<"input">, "type"> & { label: ReactNode }

// Aligns the box with the first line of a long text, and puts space between two long ones.
const row = "flex min-h-tap cursor-pointer items-start gap-3 py-[0.55rem]"

function Choice({ label, type, className, ...rest }: ChoiceProps & { type: "checkbox" | "radio" }) {
  return (
    <label className={clsx(row, className)}>
      <input {...rest} type={type} className="choice-box" />
      <span>{label}</span>
    </label>
  )
}

export function CheckboxField({
  hint,
  error,
  id: givenId,
  optional: _,
  ...rest
}: ChoiceProps & Omit<FieldTexts, "label">) {
  const { id, texts, describedBy } = useTexts({ hint, error }, givenId)
  return (
    <div>
      <Choice {...rest} id={id} type="checkbox" aria-describedby={describedBy} aria-invalid={!!error} />
      {texts}
    </div>
  )
}

type ChoiceGroupProps = FieldTexts & { children: ReactNode; inline?: boolean }

/** A group of radio buttons or checkboxes with a legend. Its children are <RadioChoice> or <CheckboxChoice>. */
export function ChoiceGroup({ label, children, inline = true, ...about }: ChoiceGroupProps) {
  const { texts, describedBy } = useTexts(about)
  return (
    <fieldset aria-describedby={describedBy} className="grid gap-1">
      <legend className="font-semibold">{label}</legend>
      {texts}
      {/* Aligns short texts in columns if the row wraps on a phone. */}
      <div className={inline ? "flex flex-wrap gap-x-4 [&>label]:min-w-19 sm:gap-x-6 sm:[&>label]:min-w-0" : "grid"}>
        {children}
      </div>
    </fieldset>
  )
}

export const RadioChoice = (props: ChoiceProps) => <Choice {...props} type="radio" />
export const CheckboxChoice = (props: ChoiceProps) => <Choice {...props} type="checkbox" />
