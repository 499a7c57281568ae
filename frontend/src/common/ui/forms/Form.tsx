import type { ComponentProps } from "react"
import type { FieldValues } from "react-hook-form"
import { Notice } from "~/common/ui/feedback/Notice"
import { Button } from "~/common/ui/layout/Button"
import { FormProblems } from "./saving/FormProblems"
import type { ShopForm } from "./saving/useForm"

export { FormButtons, SubmitButton } from "./saving/SubmitButton"
export type { Edits } from "./saving/edits"
export { type ShopForm, useForm } from "./saving/useForm"

type FormProps<V extends FieldValues> = Omit<ComponentProps<"form">, "onSubmit" | "form"> & { form: ShopForm<V> }

/** A form with a summary of its problems at the top. Its children are the fields and a <SubmitButton>. */
export function Form<V extends FieldValues>({ form, children, className = "grid gap-5", ...rest }: FormProps<V>) {
  const { element, isRestored, startOver, submit } = form
  return (
    <form noValidate {...rest} ref={element} onSubmit={(event) => void submit(event)} className={className}>
      <FormProblems form={form} />
      {isRestored && (
        <Notice role="status">
          What you typed before is still here.{" "}
          <Button look="quiet" onClick={startOver}>
            Start over
          </Button>
        </Notice>
      )}
      {children}
    </form>
  )
}
