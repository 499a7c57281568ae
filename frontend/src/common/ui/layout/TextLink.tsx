import clsx from "clsx"
import type { ComponentProps } from "react"
import { Link } from "react-router-dom"

/** A link that stands by itself, as high as a button. `href` leads to a page outside the shop's routes. */
export function TextLink({ className, children, ...rest }: ComponentProps<typeof Link> | ComponentProps<"a">) {
  const look = clsx("inline-flex min-h-tap items-center justify-self-start font-semibold underline", className)
  return "to" in rest ? (
    <Link {...rest} className={look}>
      {children}
    </Link>
  ) : (
    <a {...rest} className={look}>
      {children}
    </a>
  )
}
