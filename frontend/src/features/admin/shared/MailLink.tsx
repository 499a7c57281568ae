import clsx from "clsx"
import { reach } from "~/features/admin/shared/reach"

export function MailLink({ email, className = reach }: { email: string; className?: string }) {
  return (
    <a href={`mailto:${email}`} className={clsx(className, "text-link [overflow-wrap:anywhere]")}>
      {email}
    </a>
  )
}
