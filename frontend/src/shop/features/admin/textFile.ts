/** Reads files that people choose to import. */

const MAX_BYTES = 1024 * 1024

/** Returns the text of a chosen file. Throws an error for users if it can't be what the server accepts. */
export async function readTextFile(file: File): Promise<string> {
  if (file.size > MAX_BYTES) throw new Error("Choose a file of at most 1 MB.")
  const bytes = new Uint8Array(await file.arrayBuffer())
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes)
  if (/[\uFFFD\0]/.test(text)) throw new Error("Save the file as UTF-8 first, then choose it again.")
  return text
}

/** Excel saves "Unicode Text" as UTF-16, which begins with a byte order mark. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return "utf-16le"
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8"
}
