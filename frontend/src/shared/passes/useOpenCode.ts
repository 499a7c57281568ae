import { useLocation, useNavigate } from "react-router-dom"

/** In the address, stands for the ticket that is needed next. */
export const NEXT_CODE = "1"

/** Router state of an address with a code: it was opened from the page without one, which Back returns to. */
export interface Opened {
  opened: true
}

/**
 * The ticket whose code fills the screen, from the address: `?code=` and its ID, or NEXT_CODE. So Back closes it, and other pages can link to it.
 */
export function useOpenCode(): { code: string | null; close: () => void } {
  const { search, state } = useLocation()
  const navigate = useNavigate()
  return {
    code: new URLSearchParams(search).get("code"),
    close: () =>
      void ((state as Opened | null)?.opened
        ? navigate(-1)
        : navigate({ search: "" }, { replace: true, preventScrollReset: true })),
  }
}
