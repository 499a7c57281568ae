import { QueryClientProvider, type QueryClient } from "@tanstack/react-query"
import { RouterProvider, type createBrowserRouter } from "react-router-dom"

/** The whole app; main.tsx and the tests render it. */
export function App({ router, client }: { router: ReturnType<typeof createBrowserRouter>; client: QueryClient }) {
  return (
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}
