import { useLocation } from "react-router-dom"
import { Link } from "~/common/ui/layout/Link"
import SubscribeLink from "./SubscribeLink"
import { paths } from "~/shop/paths"
import { shop } from "~/shop/state/shop"
import { theme, themes, useTheme } from "~/shop/state/theme"
import { useNow } from "~/common/ui/time/useNow"

const names = { light: "Light", dark: "Dark", system: "System" } as const

const link = "page-link font-normal text-on-felt hover:no-underline"

/** Home, About Us, events and the checkout say it where it matters. */
const CAUSE_IN_PAGE = /^\/($|about|product\/|checkout)/

/** Who gets what is left, whom to ask, further links, and the theme. */
export default function Footer() {
  const { name, makerCredit, cause } = shop()
  const { pathname } = useLocation()
  const year = new Date(useNow()).getFullYear()
  return (
    <footer className="on-felt no-print mt-12">
      <div className="wrap grid gap-4 py-6 sm:flex sm:items-center sm:justify-between sm:gap-6">
        <div className="min-w-0 text-sm [overflow-wrap:anywhere]">
          {makerCredit && <p>{makerCredit}</p>}
          <p>
            © <span className="count">{year}</span> {name}
          </p>
          {!CAUSE_IN_PAGE.test(pathname) && <p>{cause}</p>}
          <Questions />
        </div>
        <div className="grid justify-items-start gap-x-6 sm:shrink-0 lg:grid-cols-2">
          <SubscribeLink path={paths.calendar()} name={name} className="text-on-felt hover:no-underline">
            Subscribe to our calendar
          </SubscribeLink>
          {[
            ["Make a gift", paths.give()],
            ["Our ledger", paths.ledger()],
            ["Accessibility", paths.accessibility()],
          ].map(([text, to]) => (
            <Link key={to} to={to!} className={link}>
              {text}
            </Link>
          ))}
        </div>
        <ThemeSwitch />
      </div>
    </footer>
  )
}

function ThemeSwitch() {
  const chosen = useTheme()
  return (
    <fieldset className="sm:shrink-0">
      <legend className="sr-only">Theme</legend>
      <div className="inline-flex flex-wrap rounded-md border border-on-felt p-0.5">
        {themes.map((name) => (
          <label key={name} className="inline-flex cursor-pointer">
            <input
              type="radio"
              name="theme"
              value={name}
              checked={chosen === name}
              onChange={() => theme.set(name)}
              className="peer sr-only"
            />
            <span className="inline-flex min-h-tap min-w-tap items-center justify-center rounded-sm px-3 text-sm font-semibold peer-checked:bg-on-felt peer-checked:text-felt peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-amber">
              {names[name]}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** "Questions? Write to tables@example.com", if the shop has an address. */
export function Questions({ className }: { className?: string }) {
  const { contactEmail } = shop()
  if (!contactEmail) return null
  return (
    <p className={className}>
      Questions? Write to{" "}
      <a href={`mailto:${contactEmail}`} className="text-inherit underline">
        {contactEmail}
      </a>
    </p>
  )
}
