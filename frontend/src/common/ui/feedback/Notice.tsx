import clsx from "clsx"
import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react"
import type { ComponentProps, ReactNode } from "react"
import { messageOf } from "~/common/lib/text"
import { Button } from "~/common/ui/layout/Button"

const looks = {
  info: { box: "bg-info-bg border-info", sign: "text-info", Icon: Info, name: "Note" },
  success: { box: "bg-ok-bg border-ok", sign: "text-ok", Icon: CircleCheck, name: "Done" },
  warning: { box: "bg-warn-bg border-warn", sign: "text-warn", Icon: TriangleAlert, name: "Careful" },
  error: { box: "bg-err-bg border-err", sign: "text-err", Icon: CircleAlert, name: "Error" },
} as const

type NoticeProps = ComponentProps<"div"> & {
  look?: keyof typeof looks
  /** Adds the button "Try again". */
  onRetry?: (() => void) | undefined
}

/** A message in the page. Pass `role="alert"` or `"status"` if it appears after the page has loaded. */
export function Notice({ look = "info", onRetry, className, children, ...rest }: NoticeProps) {
  const { box, sign, Icon, name } = looks[look]
  return (
    <div
      {...rest}
      className={clsx("flex items-start gap-3 rounded-md border-l-4 p-3 text-balance text-ink", box, className)}
    >
      <Icon role="img" aria-label={name} size={20} className={clsx("mt-1 shrink-0", sign)} />
      <div className="min-w-0 flex-1">
        {children}
        {onRetry && (
          <div className="mt-2">
            <Button look="secondary" onClick={onRetry}>
              Try again
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}

/** Says why what was just tried didn't work. Shows nothing without an error. */
export function ErrorNotice({ error, ...rest }: NoticeProps & { error: unknown }) {
  if (!error) return null
  return (
    <Notice look="error" role="alert" {...rest}>
      {typeof error === "string" ? error : messageOf(error)}
    </Notice>
  )
}

/** An error of a field. */
export function ErrorText({ id, children }: { id?: string | undefined; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-sm font-semibold text-err">
      <CircleAlert aria-hidden size={18} className="mt-0.5 shrink-0" />
      <span>{children}</span>
    </p>
  )
}
