import { http, HttpResponse } from "msw"
import { expect, test } from "vitest"
import { ApiError } from "~/api/client"
import { uploadImage } from "~/api/upload"
import { server } from "~/testing/server"

const picture = new File([new Uint8Array(2_000)], "night.jpg", { type: "image/jpeg" })

test("a picture is sent as a form's field, and its path comes back", async () => {
  let sent = ""
  server.use(
    http.post("*/api/upload", async ({ request }) => {
      sent = await request.text()
      return HttpResponse.json({ message: "Image uploaded.", image: "/media/events/a.jpg" }, { status: 201 })
    }),
  )
  const parts: number[] = []

  const uploaded = await uploadImage(picture, { onProgress: (part) => parts.push(part) })

  expect(uploaded).toEqual({ message: "Image uploaded.", image: "/media/events/a.jpg" })
  expect(sent).toContain('name="image"')
  expect(parts.at(-1)).toBe(1)
})

test("a refusal carries the server's sentence", async () => {
  const said = "That file is not a picture."
  server.use(
    http.post("*/api/upload", () =>
      HttpResponse.json({ message: said, code: "picture_refused", errors: { image: [said] } }, { status: 415 }),
    ),
  )

  const refused = uploadImage(picture)

  await expect(refused).rejects.toMatchObject({ kind: 415, message: said, code: "picture_refused" })
})

test("no connection, and an answer that says nothing, are errors with a kind", async () => {
  server.use(http.post("*/api/upload", () => HttpResponse.error()))
  await expect(uploadImage(picture)).rejects.toEqual(new ApiError("FETCH_ERROR"))

  server.use(http.post("*/api/upload", () => HttpResponse.text("<html>", { status: 200 })))
  await expect(uploadImage(picture)).rejects.toMatchObject({ kind: "PARSING_ERROR" })
})
