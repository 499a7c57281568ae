import type { User } from "~/api/types"

export function fullName({ firstName, lastName }: Pick<User, "firstName" | "lastName">): string {
  return [firstName, lastName].filter(Boolean).join(" ")
}
