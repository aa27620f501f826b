import { classNames } from '@/lib/class-names'
import { formatQuantity } from '@/lib/weight'
import { Checkbox } from '@/ui/checkbox'
import { Picture } from '@/ui/picture'
import type { PickLine } from './pick-list'
import styles from './pick-row.module.css'
import { pickTexts } from './pick-texts'

const LOW_STOCK_PIECES = 3

type Props = { line: PickLine; state: 'all' | 'some' | 'none'; onTick: (picked: boolean) => void }

/** One product of a pick list; the whole row is its tick box. */
export function PickRow({
  line: { name, unit, image, picture, quantity, stepGrams, stock, split },
  state,
  onTick,
}: Props) {
  return (
    <li className={classNames(styles.row, state === 'all' && styles.done)}>
      <label className={styles.hit}>
        <Checkbox
          className={styles.tick}
          aria-label={pickTexts.picked(formatQuantity(quantity, stepGrams), name)}
          checked={state === 'all'}
          indeterminate={state === 'some'}
          onChange={({ target }) => onTick(target.checked)}
        />
        <Picture src={image[0]} drawing={picture} name={name} size="small" className={styles.picture} />
        <span className={styles.quantity}>
          {formatQuantity(quantity, stepGrams)}
          {!stepGrams && <small>×</small>}
        </span>
        <span className={styles.what}>
          <b>{name}</b>
          {!stepGrams && <span>{unit}</span>}
          {split.map(
            ({ letter, row, wish }) =>
              wish !== 'REMOVE' && <span key={row}>{pickTexts.wishes[wish](letter)}</span>,
          )}
          {stock <= LOW_STOCK_PIECES && (
            <em>
              {stock === 0 ? pickTexts.noneBeside : pickTexts.leftBeside(formatQuantity(stock, stepGrams))}
            </em>
          )}
        </span>
        <span className={styles.split}>
          {split.map(({ letter, row, quantity: pieces }) => (
            <span key={row}>
              <b>{letter}</b>
              {formatQuantity(pieces, stepGrams)}
            </span>
          ))}
        </span>
      </label>
    </li>
  )
}
