/** Staff's requests about members. */
import { keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query"
import { queryString, request } from "~/common/api/client"
import type { Tag } from "~/common/api/queryClient"
import type { components } from "~/common/api/schema.gen"
import type { Member, MemberList, MembersPreview } from "~/common/api/types"

const MEMBERS: readonly Tag[] = ["Member", "Quote"]

interface ListParams {
  pageNumber?: number
  sortField?: string
  sortOrder?: "asc" | "desc"
  keyword?: string
}

export const membersQuery = (params: ListParams) =>
  queryOptions({
    queryKey: ["Member", params],
    queryFn: ({ signal }) =>
      request<MemberList>("GET", `/api/members${queryString({ ...params })}`, undefined, { signal }),
    placeholderData: keepPreviousData,
  })

export const addMemberMutation = mutationOptions({
  mutationFn: (member: components["schemas"]["NewMemberRequest"]) => request<Member>("POST", "/api/members", member),
  meta: { invalidates: MEMBERS, quiet: true },
})

/** Ends a membership immediately. */
export const endMemberMutation = mutationOptions({
  mutationFn: (number: string) => request<Member>("POST", "/api/members/end", { number }),
  meta: { invalidates: MEMBERS, quiet: true },
})

/** Unlinks a membership from its account. */
export const unlinkMemberMutation = mutationOptions({
  mutationFn: (number: string) => request<Member>("POST", "/api/members/unlink", { number }),
  meta: { invalidates: MEMBERS, quiet: true },
})

export interface MembersFile {
  csv: string
  /** Whether memberships end that are not in the file. */
  endMissing: boolean
}

export const previewMembersMutation = mutationOptions({
  mutationFn: (file: MembersFile) => request<MembersPreview>("POST", "/api/members/import", file),
  meta: { quiet: true },
})

/** Imports all rows or none. The digest is that of the preview. */
export const importMembersMutation = mutationOptions({
  mutationFn: (file: MembersFile & { digest: string }) => request<MembersPreview>("POST", "/api/members/import", file),
  meta: { invalidates: MEMBERS, quiet: true },
})
