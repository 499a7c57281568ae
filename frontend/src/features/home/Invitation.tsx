import { paths } from "~/paths"
import { useUser } from "~/state/session"
import { shop } from "~/state/shop"
import { LinkButton } from "~/ui/layout/Button"

/** Invites visitors to sign up. Last on the page, so that nothing moves when a signed-in user is recognized. */
export function Invitation() {
  const { title, text } = shop().invitation
  if (useUser() || !title) return null
  return (
    <section aria-labelledby="invitation" className="wrap pb-8 lg:pb-12">
      <div className="grid gap-4 rounded-card bg-malt p-5 lg:flex lg:items-center lg:justify-between lg:px-8">
        <div>
          <h2 id="invitation">{title}</h2>
          <p className="mt-1 max-w-measure">{text}</p>
        </div>
        <LinkButton to={paths.register()} look="secondary" className="lg:shrink-0">
          Create an Account
        </LinkButton>
      </div>
    </section>
  )
}
