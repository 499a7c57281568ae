import type { ComponentProps } from "react"
import { type NavigateOptions, type To, useHref, useLinkClickHandler } from "react-router-dom"

type Following = NonNullable<Parameters<typeof useLinkClickHandler>[1]>

type LinkProps = Omit<ComponentProps<"a">, "href"> &
  Pick<NavigateOptions, "replace" | "state" | "preventScrollReset"> & {
    to: To
    /** For a full page load: of a download, of another site, or of a page whose document differs. */
    reloadDocument?: boolean
  }

/** A link to a page of the shop. The router's own brings code that loads pages of its framework ahead. */
export function Link({
  to,
  replace,
  state,
  preventScrollReset,
  reloadDocument,
  onClick,
  children,
  ...rest
}: LinkProps) {
  const href = useHref(to)
  const follow = useLinkClickHandler(to, { replace, state, preventScrollReset, target: rest.target } as Following)
  return (
    <a
      {...rest}
      href={reloadDocument && typeof to === "string" ? to : href}
      onClick={(event) => {
        onClick?.(event)
        if (!reloadDocument && !event.defaultPrevented) follow(event)
      }}
    >
      {children}
    </a>
  )
}
