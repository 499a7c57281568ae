export function MailLink({ email }: { email: string }) {
  return (
    <a
      href={`mailto:${email}`}
      className="inline-flex min-h-6 items-center text-link underline [overflow-wrap:anywhere]"
    >
      {email}
    </a>
  )
}
