import { type FormEvent, useState } from 'react'
import { validatePieces } from '@/features/media/price-list-file'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Panel } from '@/ui/panel'
import { pendingField } from '@/ui/pending-field'
import { SelectField } from '@/ui/select-field'
import { textStyles } from '@/ui/text-styles'
import type { ImportChoices, ImportReport } from '../../price-list-api'
import { formatCategoryWords, parseCategoryWords } from './category-words'
import styles from './import-categories.module.css'
import { texts } from './import-texts'

type Props = {
  report: ImportReport
  choices: ImportChoices
  pending: boolean
  onChoices: (choices: ImportChoices) => void
}

/** Questions that the list leaves open: the meaning of status words, and the stock of new products. */
export function ImportQuestions({ report, choices, pending, onChoices }: Props) {
  const [pieces, setPieces] = useState(choices.pieces)
  const [refused, setRefused] = useState<string>()
  const words = parseCategoryWords(choices.statusWords)
  const asked = [...new Set([...words.keys(), ...report.statusWords.map(({ text }) => text)])].filter(
    (word) => !word.includes('='),
  )
  const asksPieces = report.unsellable || choices.pieces !== ''
  if (asked.length === 0 && !asksPieces) return null
  const choose = (word: string, answer: string) => {
    const next = new Map(words)
    if (answer) next.set(word, answer)
    else next.delete(word)
    onChoices({ ...choices, statusWords: formatCategoryWords(next) })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const fault = validatePieces(pieces)
    setRefused(fault)
    if (!fault) onChoices({ ...choices, pieces })
  }
  return (
    <Panel padded role="region" aria-label={texts.questions} className={styles.panel}>
      <h2 className={textStyles.title}>{texts.questions}</h2>
      {asked.length > 0 && <p>{texts.statusHint}</p>}
      <ul className={styles.words}>
        {asked.map((word) => (
          <li key={word}>
            <SelectField
              label={texts.statusWord(word)}
              placeholder={texts.notPublished}
              options={[
                { value: 'yes', label: texts.published },
                { value: 'no', label: texts.hiddenForGood },
              ]}
              value={words.get(word) ?? ''}
              onChange={({ target }) => choose(word, target.value)}
              {...pendingField(pending)}
            />
          </li>
        ))}
      </ul>
      {asksPieces && (
        <form noValidate onSubmit={submit}>
          <Field
            label={texts.missingPieces}
            description={texts.missingPiecesHint}
            error={refused}
            inputMode="numeric"
            value={pieces}
            onChange={({ target }) => setPieces(target.value)}
          />
          <Button type="submit" variant="outline" pending={pending}>
            {texts.check}
          </Button>
        </form>
      )}
    </Panel>
  )
}
