import { useEffect, useState } from 'react'

/** The object URL of a file that was chosen but not yet uploaded; revoked when the file changes. */
export function useObjectUrl(file: Blob | undefined): string | undefined {
  const [created, setCreated] = useState<{ file: Blob; url: string }>()
  useEffect(() => {
    if (!file) return
    const url = URL.createObjectURL(file)
    setCreated({ file, url })
    return () => URL.revokeObjectURL(url)
  }, [file])
  // The previous file's URL is revoked.
  return created && created.file === file ? created.url : undefined
}
