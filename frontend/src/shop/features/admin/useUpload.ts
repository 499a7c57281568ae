import { type MutateOptions, useMutation } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import type { Uploaded } from "~/common/api/types"
import { IMAGE_TYPES, uploadImage } from "~/common/api/upload"

const MAX_BYTES = 10 * 1024 * 1024

/** Uploads a picture as soon as it is chosen, and only the one that was chosen last. */
export function useUpload() {
  const [unfit, setUnfit] = useState("")
  const [part, setPart] = useState(0)
  const current = useRef<AbortController | null>(null)
  useEffect(() => () => current.current?.abort(), [])
  const { mutate, isPending, error } = useMutation({
    mutationFn: (file: File) => {
      current.current?.abort()
      current.current = new AbortController()
      setPart(0)
      return uploadImage(file, { onProgress: setPart, signal: current.current.signal })
    },
  })
  const send = (file: File, then: MutateOptions<Uploaded, Error, File>) => {
    const problem = findProblem(file)
    setUnfit(problem)
    if (!problem) mutate(file, then)
  }
  return { send, part, isUploading: isPending, problem: unfit || error?.message }
}

/** The server's checks that need no upload. */
function findProblem(file: File): string {
  if (!IMAGE_TYPES.includes(file.type)) return "Choose a JPEG, PNG, WebP or AVIF image."
  return file.size > MAX_BYTES ? "Choose an image of at most 10 MB." : ""
}
