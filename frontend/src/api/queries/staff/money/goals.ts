import { mutationOptions, queryOptions } from "@tanstack/react-query"
import type { Goal, GoalForm } from "~/api/types"
import { request } from "~/api/client"

export const goalsQuery = () =>
  queryOptions({
    queryKey: ["Goal", "all"],
    queryFn: ({ signal }) => request<{ goals: Goal[] }>("GET", "/api/giving/goals", undefined, { signal }),
  })

/** Creates a goal, or changes the one with this ID. */
export const saveGoalMutation = mutationOptions({
  mutationFn: ({ id, ...goal }: GoalForm & { id: string | null }) =>
    id === null
      ? request<Goal>("POST", "/api/giving/goals", goal)
      : request<Goal>("PUT", `/api/giving/goals/${encodeURIComponent(id)}`, goal),
  meta: { invalidates: ["Goal"], quiet: true },
})

export const deleteGoalMutation = mutationOptions({
  mutationFn: (id: string) => request<undefined>("DELETE", `/api/giving/goals/${encodeURIComponent(id)}`),
  meta: { invalidates: ["Goal"] },
})
