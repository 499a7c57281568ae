import { expect, test, vi } from "vitest"
import { mapLink } from "~/lib/mapLink"

test("the link searches for the encoded place", () => {
  expect(mapLink("Foam & Felt, 5 Main St")).toContain("query=Foam%20%26%20Felt%2C%205%20Main%20St")
})

test.each(["", "  ", "Default"])("without a place (%o) there is no link, and a warning is logged", (place) => {
  const warned = vi.spyOn(console, "warn").mockImplementation(() => {})

  expect(mapLink(place)).toBeNull()
  expect(warned).toHaveBeenCalledOnce()
})
