import { Field } from '@/ui/field'
import { LIST_TYPES } from './price-list-file'
import { texts } from './texts'

type Props = {
  /** The name of the selected file. */
  chosen: string | undefined
  error: string | undefined
  onFile: (file: File | undefined) => void
  pieces: string
  piecesError: string | undefined
  onPieces: (pieces: string) => void
}

/** Selects the price list to import, and the stock of products for which the list has no stock. */
export function PriceListFields({ chosen, error, onFile, pieces, piecesError, onPieces }: Props) {
  return (
    <>
      <Field
        label={texts.list.file}
        description={chosen ? texts.list.chosen(chosen) : texts.list.fileHint}
        error={error}
        type="file"
        accept={LIST_TYPES}
        onChange={({ target }) => onFile(target.files?.[0])}
      />
      <Field
        label={texts.list.pieces}
        description={texts.list.piecesHint}
        error={piecesError}
        inputMode="numeric"
        value={pieces}
        onChange={({ target }) => onPieces(target.value)}
      />
    </>
  )
}
