import { Chip } from '@/ui/chip'
import type { ImportChoices, StockMode } from '../../price-list-api'
import styles from './import-columns.module.css'
import { texts } from './import-texts'

const MODES: [StockMode, string][] = [
  ['keep', texts.keepStock],
  ['set', texts.setStock],
  ['add', texts.addStock],
]

type Props = { choices: ImportChoices; onChoices: (choices: ImportChoices) => void }

/** What becomes of the stock of products that the shop has already. */
export function StockChoice({ choices, onChoices }: Props) {
  return (
    <fieldset className={styles.stock}>
      <legend>{texts.stockQuestion}</legend>
      {MODES.map(([mode, label]) => (
        <Chip
          key={mode}
          pressed={(choices.updateStock ?? 'keep') === mode}
          onClick={() => onChoices({ ...choices, updateStock: mode })}
        >
          {label}
        </Chip>
      ))}
    </fieldset>
  )
}
