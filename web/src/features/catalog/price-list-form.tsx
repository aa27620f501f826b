import { type FormEvent, useState } from 'react'
import { PriceListFields } from '@/features/media/price-list-fields'
import { validateList, validatePieces } from '@/features/media/price-list-file'
import { Button } from '@/ui/button'
import styles from './price-list-import.module.css'

type List = { file: File; pieces: string }

type Props = {
  /** Whether a list is being imported. */
  pending: boolean
  pieces: string
  submitLabel: string
  onSubmit: (list: List) => void
}

/** Selects the list to import, and the stock of new products. */
export function ListForm({ pending, pieces: initialPieces, submitLabel, onSubmit }: Props) {
  const [file, setFile] = useState<File>()
  const [pieces, setPieces] = useState(initialPieces)
  const [refused, setRefused] = useState<{ file?: string; pieces?: string }>({})
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const next = { file: validateList(file), pieces: validatePieces(pieces) }
    setRefused(next)
    if (file && !next.file && !next.pieces) onSubmit({ file, pieces })
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <PriceListFields
        chosen={file?.name}
        error={refused.file}
        onFile={(chosen) => {
          setFile(chosen)
          setRefused({})
        }}
        pieces={pieces}
        piecesError={refused.pieces}
        onPieces={setPieces}
      />
      <Button type="submit" pending={pending}>
        {submitLabel}
      </Button>
    </form>
  )
}
