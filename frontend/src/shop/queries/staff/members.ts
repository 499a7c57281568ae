/** Staff's requests about members. */
import { get, paged, send } from "~/common/api/requests"
import { queryString, request } from "~/common/api/client"
import type { Tag } from "~/common/api/queryClient"
import type { Seen } from "~/common/lib/changes"
import type { ListParams, Member, MemberList, MembersPlan, Schemas } from "~/common/api/types"

const MEMBERS: readonly Tag[] = ["Member", "Quote"]

export const membersQuery = (params: ListParams) =>
  get<MemberList>(["Member", params], `/api/members${queryString({ ...params })}`, paged)

export const addMemberMutation = send(
  (member: Schemas["NewMemberRequest"]) => request<Member>("POST", "/api/members", member),
  MEMBERS,
)

/** Ends a membership immediately. */
export const endMemberMutation = send(
  (member: { number: string } & Seen) => request<Member>("POST", "/api/members/end", member),
  MEMBERS,
)

/** Unlinks a membership from its account. */
export const unlinkMemberMutation = send(
  (member: { number: string } & Seen) => request<Member>("POST", "/api/members/unlink", member),
  MEMBERS,
)

export type MembersFile = Omit<Schemas["ImportMembersRequest"], "digest">

export const previewMembersMutation = send((file: MembersFile) =>
  request<MembersPlan>("POST", "/api/members/import", file),
)

/** Imports all rows or none. The digest is that of the preview. */
export const importMembersMutation = send(
  (file: MembersFile & { digest: string }) => request<MembersPlan>("POST", "/api/members/import", file),
  MEMBERS,
)
