import clsx from "clsx"
import { useId, type ComponentProps, type ReactNode } from "react"
import { ErrorText } from "~/common/ui/feedback/Notice"
import { Hint, type FieldTexts } from "~/common/ui/forms/Field"

type ChoiceProps = Omit<ComponentProps<"input">, "type"> & { label: ReactNode }

// Aligns the box with the first line of a long text, and puts space between two long ones.
const row = "flex min-h-tap cursor-pointer items-start gap-3 py-[0.55rem]"
const box = "choice-box"

function Choice({ label, type, className, ...rest }: ChoiceProps & { type: "checkbox" | "radio" }) {
  return (
    <label className={clsx(row, className)}>
      <input {...rest} type={type} className={box} />
      <span>{label}</span>
    </label>
  )
}

export function CheckboxField({ hint, error, id, optional: _, ...rest }: ChoiceProps & Omit<FieldTexts, "label">) {
  const generatedId = useId()
  const own = id ?? generatedId
  const describedBy = [hint && `${own}-hint`, error && `${own}-error`].filter(Boolean).join(" ")
  return (
    <div>
      <Choice {...rest} id={own} type="checkbox" aria-describedby={describedBy || undefined} aria-invalid={!!error} />
      {hint && <Hint id={`${own}-hint`}>{hint}</Hint>}
      {error && <ErrorText id={`${own}-error`}>{error}</ErrorText>}
    </div>
  )
}

/** A group of radio buttons or checkboxes with a legend. Its children are <RadioChoice> or <CheckboxChoice>. */
export function ChoiceGroup({
  label,
  hint,
  error,
  children,
  inline = true,
}: FieldTexts & { children: ReactNode; inline?: boolean }) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ")
  return (
    <fieldset aria-describedby={describedBy || undefined} className="grid gap-1">
      <legend className="font-semibold">{label}</legend>
      {hint && <Hint id={`${id}-hint`}>{hint}</Hint>}
      {error && <ErrorText id={`${id}-error`}>{error}</ErrorText>}
      {/* Aligns short texts in columns if the row wraps on a phone. */}
      <div className={inline ? "flex flex-wrap gap-x-4 [&>label]:min-w-19 sm:gap-x-6 sm:[&>label]:min-w-0" : "grid"}>
        {children}
      </div>
    </fieldset>
  )
}

export const RadioChoice = (props: ChoiceProps) => <Choice {...props} type="radio" />
export const CheckboxChoice = (props: ChoiceProps) => <Choice {...props} type="checkbox" />
