/** Saves a text as a file through the browser's download. */
export function saveFile(text: string, name: string, type: string): void {
  saveBlob(new Blob([text], { type }), name)
}

/** Saves a blob as a file through the browser's download. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers read the blob only after the click: revoke the URL later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
