import { useQuery } from '@tanstack/react-query'
import { Panel } from '@/ui/panel'
import { pendingField } from '@/ui/pending-field'
import { SelectField } from '@/ui/select-field'
import { textStyles } from '@/ui/text-styles'
import { subCategoriesQuery } from '../../api'
import type { ImportChoices } from '../../price-list-api'
import { choosableWords, formatCategoryWords, parseCategoryWords } from './category-words'
import styles from './import-categories.module.css'
import { texts } from './import-texts'

// A list with more new categories is structured differently from the shop: mapping each would not help.
const MAX_WORDS = 40

type Props = {
  /** The categories that the import would create, as "VEG > Leafy". */
  missing: readonly string[]
  choices: ImportChoices
  pending: boolean
  onChoices: (choices: ImportChoices) => void
}

/** The list's categories that the shop lacks: each is created, or mapped to one of the shop's. */
export function ImportCategories({ missing, choices, pending, onChoices }: Props) {
  const { data: subCategories = [] } = useQuery(subCategoriesQuery)
  const words = parseCategoryWords(choices.categories)
  const listed = choosableWords(words, missing).slice(0, MAX_WORDS)
  if (listed.length === 0) return null
  const options = subCategories
    .flatMap(({ name, category }) => (category ? [`${category.name} > ${name}`] : []))
    .sort((a, b) => a.localeCompare(b))
    .map((name) => ({ value: name, label: name }))
  const choose = (word: string, category: string) => {
    const next = new Map(words)
    if (category) next.set(word, category)
    else next.delete(word)
    onChoices({ ...choices, categories: formatCategoryWords(next) })
  }
  return (
    <Panel padded role="region" aria-label={texts.newCategories} className={styles.panel}>
      <h2 className={textStyles.title}>{texts.newCategories}</h2>
      <p>{texts.newCategoriesHint}</p>
      <ul className={styles.words}>
        {listed.map((word) => (
          <li key={word}>
            <SelectField
              label={word}
              placeholder={texts.makeCategory}
              options={options}
              value={words.get(word) ?? ''}
              onChange={({ target }) => choose(word, target.value)}
              {...pendingField(pending)}
            />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
