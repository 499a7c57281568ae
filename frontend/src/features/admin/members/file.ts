const MAX_BYTES = 1024 * 1024

/** Returns the text of a chosen file. Throws an error for users if it can't be what the server accepts. */
export async function readMembersFile(file: File): Promise<string> {
  if (file.size > MAX_BYTES) throw new Error("Choose a file of at most 1 MB.")
  const text = await file.text()
  if (text.includes("\uFFFD")) throw new Error("Save the file as UTF-8 first, then choose it again.")
  return text
}
