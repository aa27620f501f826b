import { useEffect, useState } from 'react'

/** An address under which this browser shows a file that was chosen but not yet sent. */
export function usePreview(file: Blob | undefined): string | undefined {
  const [shown, setShown] = useState<{ file: Blob; address: string }>()
  useEffect(() => {
    if (!file) return
    const address = URL.createObjectURL(file)
    setShown({ file, address })
    return () => URL.revokeObjectURL(address)
  }, [file])
  // The address of the file before no longer leads anywhere.
  return shown && shown.file === file ? shown.address : undefined
}
