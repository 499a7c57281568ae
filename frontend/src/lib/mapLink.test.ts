import { expect, test, vi } from "vitest"
import { mapLink } from "~/lib/mapLink"

test("the place is searched for, encoded", () => {
  expect(mapLink("Foam & Felt, 5 Main St")).toContain("query=Foam%20%26%20Felt%2C%205%20Main%20St")
})

test.each(["", "  ", "Default"])("without a place (%o) there is no map, and the log says so", (place) => {
  const warned = vi.spyOn(console, "warn").mockImplementation(() => {})

  expect(mapLink(place)).toBeNull()
  expect(warned).toHaveBeenCalledOnce()
})
