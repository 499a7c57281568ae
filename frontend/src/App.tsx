import { QueryClientProvider, type QueryClient } from "@tanstack/react-query"
import { RouterProvider, type createBrowserRouter } from "react-router-dom"

/** The whole app, for a browser, a test or a drawing at build time alike. */
export function App({ router, client }: { router: ReturnType<typeof createBrowserRouter>; client: QueryClient }) {
  return (
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}
