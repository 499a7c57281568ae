import clsx from "clsx"
import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react"
import type { ComponentProps, ReactNode } from "react"

const looks = {
  info: { box: "bg-info-bg border-info", sign: "text-info", Icon: Info, name: "Note" },
  success: { box: "bg-ok-bg border-ok", sign: "text-ok", Icon: CircleCheck, name: "Done" },
  warning: { box: "bg-warn-bg border-warn", sign: "text-warn", Icon: TriangleAlert, name: "Careful" },
  error: { box: "bg-err-bg border-err", sign: "text-err", Icon: CircleAlert, name: "Error" },
} as const

/** A message in the page. Pass `role="alert"` or `"status"` if it appears after the page has loaded. */
export function Notice({
  look = "info",
  className,
  children,
  ...rest
}: ComponentProps<"div"> & { look?: keyof typeof looks }) {
  const { box, sign, Icon, name } = looks[look]
  return (
    <div
      {...rest}
      className={clsx("flex items-start gap-3 rounded-md border-l-4 p-3 text-balance text-ink", box, className)}
    >
      <Icon role="img" aria-label={name} size={20} className={clsx("mt-1 shrink-0", sign)} />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}

/** An error of a field, or of what was just tried. */
export function ErrorText({ id, children }: { id?: string | undefined; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-sm font-semibold text-err">
      <CircleAlert aria-hidden size={18} className="mt-0.5 shrink-0" />
      <span>{children}</span>
    </p>
  )
}
