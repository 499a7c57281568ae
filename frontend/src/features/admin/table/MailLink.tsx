import clsx from "clsx"
import { reach } from "./rowLink"

export function MailLink({ email, className = reach }: { email: string; className?: string }) {
  return (
    <a href={`mailto:${email}`} className={clsx(className, "text-link [overflow-wrap:anywhere]")}>
      {email}
    </a>
  )
}
