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

/** Chooses how the import treats the stock of existing products: keep, set or add. */
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
