import clsx from "clsx"
import { ImageUp, Trash2 } from "lucide-react"
import { useId, useState, type DragEvent } from "react"
import { IMAGE_TYPES } from "~/common/api/upload"
import type { EventValues } from "~/shop/features/admin/events/edit/form/fields"
import type { useUpload } from "~/shop/features/admin/useUpload"
import { Button } from "~/common/ui/layout/Button"
import { ErrorText } from "~/common/ui/feedback/Notice"
import { Hint } from "~/common/ui/forms/Field"
import { FileButton } from "~/common/ui/forms/FileButton"
import { notify } from "~/common/ui/overlays/notify"
import { Picture } from "~/common/ui/pictures/Picture"
import type { ShopForm } from "~/common/ui/forms/Form"

/** Uploads an image as soon as it is chosen or dropped. The next save sets it for the event. */
export function ImageField({ form, upload }: { form: ShopForm<EventValues>; upload: ReturnType<typeof useUpload> }) {
  const { part, isUploading, problem } = upload
  const image = form.hook.watch("image")
  const setImage = (path: string) => form.hook.setValue("image", path, { shouldDirty: true })
  const send = (file: File) =>
    upload.send(file, {
      onSuccess: (uploaded) => {
        setImage(uploaded.image)
        notify.success(uploaded.message)
      },
      onError: ({ message }) => notify.error(message),
    })
  const id = useId()
  const error = problem ?? form.field("image").error
  return (
    <div className="grid gap-2">
      <p className="font-semibold">Event Image</p>
      <Hint id={`${id}-hint`}>JPEG, PNG, WebP or AVIF, up to 10 MB. A wide image (16:9) works best.</Hint>
      {error && <ErrorText id={`${id}-error`}>{error}</ErrorText>}
      <DropArea onFile={send}>
        {image && (
          <span className="w-20">
            <Picture image={image} alt="Current event image" sizes="5rem" className="rounded-sm" />
          </span>
        )}
        <FileButton
          label={
            <>
              <span className="sr-only">Event Image: </span>
              {image ? "Choose another image" : "Choose an image"}
            </>
          }
          icon={ImageUp}
          accept={IMAGE_TYPES.join(",")}
          describedBy={clsx(`${id}-hint`, error && `${id}-error`)}
          onFile={send}
        />
        {isUploading ? <UploadProgress part={part} /> : <Hint className="pointer-coarse:hidden">or drop one here</Hint>}
      </DropArea>
      {image && !isUploading && (
        <Button look="quiet" className="-ml-1 justify-self-start" onClick={() => setImage("")}>
          <Trash2 aria-hidden size={18} />
          Remove image
        </Button>
      )}
    </div>
  )
}

function DropArea({ onFile, children }: { onFile: (file: File) => void; children: React.ReactNode }) {
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file) onFile(file)
  }
  return (
    <div
      data-testid="drop-area"
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={clsx(
        "flex flex-wrap items-center justify-center gap-x-4 gap-y-2 rounded-md border-2 border-dashed p-3",
        over ? "border-link bg-malt" : "border-line",
      )}
    >
      {children}
    </div>
  )
}

function UploadProgress({ part }: { part: number }) {
  const percent = Math.round(part * 100)
  return (
    <div className="grid w-full max-w-[20rem] gap-1">
      <progress aria-label="Uploading the image" value={percent} max={100} className="w-full accent-link" />
      <p className="count text-center text-sm">{percent < 100 ? `Uploading… ${percent}%` : "Processing…"}</p>
    </div>
  )
}
