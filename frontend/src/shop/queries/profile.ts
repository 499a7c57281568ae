import { queryOptions } from "@tanstack/react-query"
import { request } from "~/common/api/client"
import type { UserInfo } from "~/common/api/types"

export const profileQuery = () =>
  queryOptions({
    queryKey: ["User", "profile"],
    queryFn: ({ signal }) => request<UserInfo>("GET", "/api/users/profile", undefined, { signal }),
  })
