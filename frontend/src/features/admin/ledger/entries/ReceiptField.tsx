import { ImageUp, Trash2 } from "lucide-react"
import { useEffect, useId, useRef, useState } from "react"
import { messageOf } from "~/api/client"
import { IMAGE_TYPES, uploadImage } from "~/api/upload"
import { ErrorText } from "~/ui/feedback/Notice"
import { Hint } from "~/ui/forms/Field"
import { FileButton } from "~/ui/forms/FileButton"
import { Button } from "~/ui/layout/Button"
import { Picture } from "~/ui/pictures/Picture"

interface ReceiptFieldProps {
  /** The path of the uploaded picture, or "" */
  receipt: string
  onReceipt: (path: string) => void
  uploading: boolean
  onUploading: (uploading: boolean) => void
}

/** Uploads a picture of a receipt as soon as it is chosen. */
export function ReceiptField({ receipt, onReceipt, uploading, onUploading }: ReceiptFieldProps) {
  const [problem, setProblem] = useState("")
  const upload = useRef<AbortController | null>(null)
  const id = useId()
  useEffect(() => () => upload.current?.abort(), [])
  const send = async (file: File) => {
    upload.current?.abort() // only the last chosen file is uploaded
    const own = new AbortController()
    upload.current = own
    setProblem("")
    onUploading(true)
    try {
      onReceipt((await uploadImage(file, { signal: own.signal })).image)
    } catch (error) {
      if (!own.signal.aborted) setProblem(messageOf(error))
    } finally {
      if (upload.current === own) onUploading(false)
    }
  }
  return (
    <div className="grid justify-items-start gap-2">
      <p className="font-semibold">
        Receipt<span className="font-normal text-ink-2"> (optional)</span>
      </p>
      <Hint id={`${id}-hint`}>Cover names and card numbers first. Everybody can see the picture.</Hint>
      {problem && <ErrorText id={`${id}-error`}>{problem}</ErrorText>}
      {receipt && (
        <div className="w-40">
          <Picture image={receipt} alt="The receipt" sizes="10rem" className="rounded-art" />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <FileButton
          label={receipt ? "Choose another picture" : "Choose a picture"}
          icon={ImageUp}
          accept={IMAGE_TYPES.join(",")}
          describedBy={problem ? `${id}-hint ${id}-error` : `${id}-hint`}
          onFile={(file) => void send(file)}
        />
        {receipt && !uploading && (
          <Button look="quiet" onClick={() => onReceipt("")}>
            <Trash2 aria-hidden size={18} />
            Remove
          </Button>
        )}
        <span role="status">{uploading && "Uploading…"}</span>
      </div>
    </div>
  )
}
