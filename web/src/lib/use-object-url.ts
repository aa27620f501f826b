import { useEffect, useState } from 'react'

/** Returns an object URL of a file that is not uploaded yet. The URL is revoked when the file changes. */
export function useObjectUrl(file: Blob | undefined): string | undefined {
  const [created, setCreated] = useState<{ file: Blob; url: string }>()
  useEffect(() => {
    if (!file) return
    const url = URL.createObjectURL(file)
    setCreated({ file, url })
    return () => URL.revokeObjectURL(url)
  }, [file])
  // State of the previous file holds a revoked URL.
  return created && created.file === file ? created.url : undefined
}
