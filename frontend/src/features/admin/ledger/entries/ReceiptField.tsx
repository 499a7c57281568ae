import { ImageUp, Trash2 } from "lucide-react"
import { useEffect, useId, useRef, useState } from "react"
import { messageOf } from "~/api/client"
import { uploadImage } from "~/api/upload"
import { ErrorText } from "~/ui/forms/ErrorText"
import { Hint } from "~/ui/forms/Field"
import { Button } from "~/ui/layout/Button"
import { Picture } from "~/ui/pictures/Picture"

const TYPES = "image/jpeg,image/png,image/webp,image/avif"

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
        <span className="relative inline-flex min-h-tap items-center gap-2 rounded-md border border-line bg-paper px-4 py-1 font-semibold focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-(--focus-a) hover:bg-malt">
          <ImageUp aria-hidden size={18} className="shrink-0" />
          <label htmlFor={id}>{receipt ? "Choose another picture" : "Choose a picture"}</label>
          <input
            id={id}
            type="file"
            accept={TYPES}
            aria-describedby={problem ? `${id}-hint ${id}-error` : `${id}-hint`}
            onChange={({ target }) => {
              const file = target.files?.[0]
              if (file) void send(file)
              target.value = "" // allows choosing the same file again
            }}
            className="absolute -inset-px cursor-pointer opacity-0"
          />
        </span>
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
