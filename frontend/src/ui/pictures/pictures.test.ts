import { expect, test } from "vitest"
import { pictureSources } from "~/ui/pictures/Picture"

test("an uploaded image has sources in all sizes", () => {
  const sources = pictureSources("/media/events/ab12.jpg")

  expect(sources?.webp).toContain("/media/events/ab12-640.webp 640w")
  expect(sources?.avif).toContain("/media/events/ab12-1600.avif 1600w")
  expect(sources?.jpg).toBe("/media/events/ab12.jpg")
})

test.each(["", "https://elsewhere.example/x.jpg", "/media/events/ab12.png"])("%o has no other sizes", (image) => {
  expect(pictureSources(image)).toBeNull()
})
