import type { ImportChange } from './price-list-api'
import styles from './price-list-import.module.css'
import { fieldName } from './price-list-names'
import { listTexts } from './price-list-texts'

type Props = { title: string; changes: readonly ImportChange[]; total: number }

/** The products that an import adds or changes, each field before and after. */
export function PriceListChanges({ title, changes, total }: Props) {
  if (changes.length === 0) return null
  return (
    <>
      <b>{title}</b>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable list must be reachable by keyboard */}
      <ul className={styles.rows} aria-label={title} tabIndex={0}>
        {changes.map((change) => (
          <li key={change.line}>
            {change.name} {change.unit}
            {change.new && <em className={styles.new}>{listTexts.new}</em>}
            {change.fields.map(({ field, old, new: next }) => (
              <small key={field}>
                {fieldName(field)} {old && <s>{old}</s>} {next}
              </small>
            ))}
          </li>
        ))}
        {total > changes.length && <li>{listTexts.more(total - changes.length)}</li>}
      </ul>
    </>
  )
}
