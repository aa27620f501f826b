/** Gives the user a text as a file to keep. */
export function saveFile(text: string, name: string, type: string): void {
  saveBlob(new Blob([text], { type }), name)
}

/** Gives the user a blob as a file to keep. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has the file by then; revoking at once would keep some from reading it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
