import { ChevronDown } from 'lucide-react'
import { Icon } from '@/ui/icon'
import { texts } from './texts'
import { WISHES, type Wish } from './wish'
import styles from './wish-select.module.css'

type Props = {
  /** The product's name. */
  name: string
  value: Wish
  onSelect: (wish: Wish) => void
}

/** Asks what to do if a product is out of stock when it is packed. */
export function WishSelect({ name, value, onSelect }: Props) {
  return (
    <span className={styles.wish}>
      <select
        aria-label={texts.wishOf(name)}
        value={value}
        onChange={({ target }) => onSelect(WISHES.find((wish) => wish === target.value) ?? 'REMOVE')}
      >
        {WISHES.map((wish) => (
          <option key={wish} value={wish}>
            {texts.wishes[wish]}
          </option>
        ))}
      </select>
      <Icon icon={ChevronDown} size="small" className={styles.chevron} />
    </span>
  )
}
