import { useOnline } from "~/ui/hooks/useOnline"

export function OfflineBar() {
  const online = useOnline()
  return (
    <div role="status" className="no-print">
      {!online && (
        <p className="bg-warn-bg px-4 py-2 text-center font-semibold text-warn">
          You're offline. You can look around; paying needs a connection.
        </p>
      )}
    </div>
  )
}
