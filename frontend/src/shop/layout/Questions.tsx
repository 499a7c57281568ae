import { shop } from "~/shop/state/shop"

/** "Questions? Write to tables@example.com", if the shop has an address. */
export function Questions({ className }: { className?: string }) {
  const { contactEmail } = shop()
  if (!contactEmail) return null
  return (
    <p className={className}>
      Questions? Write to{" "}
      <a href={`mailto:${contactEmail}`} className="text-inherit">
        {contactEmail}
      </a>
    </p>
  )
}
