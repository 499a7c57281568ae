import { get } from "~/common/api/requests"
import type { UserInfo } from "~/common/api/types"

export const profileQuery = () => get<UserInfo>(["User", "profile"], "/api/users/profile", { meta: { loud: true } })
