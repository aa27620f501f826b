import { Field } from '@/ui/field'
import { LIST_TYPES } from './price-list-file'
import { texts } from './texts'

type Props = {
  /** The name of the file that is chosen already. */
  chosen: string | undefined
  error: string | undefined
  onFile: (file: File | undefined) => void
  pieces: string
  piecesError: string | undefined
  onPieces: (pieces: string) => void
}

/** Which price list is to be imported, and how many pieces there are of what it does not count. */
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
