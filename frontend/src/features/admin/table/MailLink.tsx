import clsx from "clsx"
import { rowLink } from "./rowLink"

export function MailLink({ email, className = rowLink }: { email: string; className?: string }) {
  return (
    <a href={`mailto:${email}`} className={clsx(className, "text-link [overflow-wrap:anywhere]")}>
      {email}
    </a>
  )
}
