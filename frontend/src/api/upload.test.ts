import { http, HttpResponse } from "msw"
import { expect, test } from "vitest"
import { uploadImage } from "~/api/upload"
import { server } from "~/testing/server"

const image = new File([new Uint8Array(2_000)], "event.jpg", { type: "image/jpeg" })

test("an image is sent as a form field, and the response has its path", async () => {
  let sent = ""
  server.use(
    http.post("*/api/upload", async ({ request }) => {
      sent = await request.text()
      return HttpResponse.json({ message: "Image uploaded.", image: "/media/events/a.jpg" }, { status: 201 })
    }),
  )
  const parts: number[] = []

  const uploaded = await uploadImage(image, { onProgress: (part) => parts.push(part) })

  expect(uploaded).toEqual({ message: "Image uploaded.", image: "/media/events/a.jpg" })
  expect(sent).toContain('name="image"')
  expect(parts.at(-1)).toBe(1)
})

test("a rejected upload throws an error with the server's message", async () => {
  const message = "That file is not a picture."
  server.use(
    http.post("*/api/upload", () =>
      HttpResponse.json({ message, code: "picture_refused", errors: { image: [message] } }, { status: 415 }),
    ),
  )

  const refused = uploadImage(image)

  await expect(refused).rejects.toMatchObject({ kind: 415, message, code: "picture_refused" })
})
