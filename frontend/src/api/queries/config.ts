import { queryOptions } from "@tanstack/react-query"
import { request } from "~/api/client"
import type { PayPalConfig } from "~/api/types"

export const paypalConfigQuery = () =>
  queryOptions({
    queryKey: ["Config", "paypal"],
    queryFn: ({ signal }) => request<PayPalConfig>("GET", "/api/config/paypal", undefined, { signal }),
    meta: { quiet: true }, // the payment box shows it, with a button to try again
  })
