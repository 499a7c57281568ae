import { http, HttpResponse } from "msw"
import { expect, test, vi } from "vitest"
import { ApiError, onRefusal, request } from "~/common/api/client"
import { answer, answerNothing, calls, hold, server } from "~/testing/browser"
import { uploadImage } from "./upload"

const failure = (path: string) => request("GET", path).catch((error: unknown) => error as ApiError)

test("a request sends its body and headers and returns the parsed response", async () => {
  answer("POST /api/orders", { _id: "1" }, 201)

  expect(await request("POST", "/api/orders", { a: 1 }, { headers: { "Idempotency-Key": "k" } })).toEqual({ _id: "1" })
  expect(calls[0]?.body).toEqual({ a: 1 })
  expect(calls[0]?.headers.get("Idempotency-Key")).toBe("k")
})

test("an ApiError has the response's status, message, code, field errors and body", async () => {
  const body = { message: "Only 1 seat is left.", code: "sold_out", errors: { seats: ["Too many."] }, short: [] }
  answer("/api/x", body, 409)

  const error = await failure("/api/x")

  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({
    kind: 409,
    status: 409,
    message: body.message,
    code: "sold_out",
    errors: body.errors,
    body,
  })
})

test("no connection is a FETCH_ERROR", async () => {
  answerNothing("/api/x")

  expect(await failure("/api/x")).toMatchObject({ kind: "FETCH_ERROR", status: null })
})

test("a response that takes more than 15 s is a TIMEOUT_ERROR", async () => {
  const timeout = vi
    .spyOn(AbortSignal, "timeout")
    .mockReturnValue(AbortSignal.abort(new DOMException("", "TimeoutError")))
  answer("/api/x", {}, 200, hold())

  expect(await failure("/api/x")).toMatchObject({ kind: "TIMEOUT_ERROR" })
  expect(timeout).toHaveBeenCalledWith(15_000)
})

test("a listener gets each error response until it is removed", async () => {
  const listener = vi.fn()
  const stop = onRefusal(listener)
  answer("/api/x", { message: "Sign in." }, 401)

  await failure("/api/x")
  stop()
  await failure("/api/x")

  expect(listener).toHaveBeenCalledOnce()
})

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
