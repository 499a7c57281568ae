/** Staff's requests about codes. */
import { keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query"
import type { Voucher, VoucherForm, VoucherList } from "~/api/types"
import { request } from "~/api/client"
import { queryString } from "~/api/queryString"

interface ListParams {
  pageNumber?: number
  sortField?: string
  sortOrder?: "asc" | "desc"
  keyword?: string
}

export const vouchersQuery = (params: ListParams) =>
  queryOptions({
    queryKey: ["Voucher", params],
    queryFn: ({ signal }) =>
      request<VoucherList>("GET", `/api/vouchers${queryString({ ...params })}`, undefined, { signal }),
    placeholderData: keepPreviousData,
  })

/** Creates one voucher, or with `count` that many with codes of their own. */
export const createVouchersMutation = mutationOptions({
  mutationFn: async ({ count, code, ...voucher }: VoucherForm & { count: number }) => {
    if (count === 1) return [await request<Voucher>("POST", "/api/vouchers", { ...voucher, code })]
    return (await request<{ vouchers: Voucher[] }>("POST", "/api/vouchers", { ...voucher, count })).vouchers
  },
  meta: { invalidates: ["Voucher"], quiet: true },
})

export const updateVoucherMutation = mutationOptions({
  mutationFn: ({ id, ...voucher }: VoucherForm & { id: string }) =>
    request<Voucher>("PUT", `/api/vouchers/${encodeURIComponent(id)}`, voucher),
  meta: { invalidates: ["Voucher", "Quote"], quiet: true },
})
