import { formatCount } from '@/lib/count'
import { formatRupees, payable, toPaise } from '@/lib/money'
import type { components } from '@/schema'
import { VisuallyHidden } from '@/ui/visually-hidden'
import type { BulkField } from './bulk-api'
import styles from './bulk-preview-table.module.css'
import { bulkTexts } from './bulk-texts'
import { rateText } from './tax-cell'

type Report = components['schemas']['BulkReport']
type Values = components['schemas']['BulkValues']

/** The first products of a bulk change, before and after. Amounts are selling prices. */
export function BulkPreviewTable({ field, report }: { field: BulkField; report: Report }) {
  const { lines, changed, refused } = report
  const more = changed + refused - lines.length
  return (
    <div className={styles.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label={bulkTexts.preview}>
        <table className={styles.table}>
          <caption>
            <VisuallyHidden>{bulkTexts.preview}</VisuallyHidden>
          </caption>
          <thead>
            <tr>
              <th scope="col">{bulkTexts.product}</th>
              <th scope="col">{bulkTexts.before}</th>
              <th scope="col">{bulkTexts.after}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ _id, name, unit, before, after, refusal }) => (
              <tr key={_id} className={after ? undefined : styles.refused}>
                <th scope="row">
                  {name}
                  <span>{refusal ?? unit}</span>
                </th>
                <td>{shownValue(field, before)}</td>
                <td>{after ? shownValue(field, after) : bulkTexts.stays}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {more > 0 && <p className={styles.more}>{bulkTexts.more(more)}</p>}
    </div>
  )
}

function shownValue(field: BulkField, values: Values): string {
  switch (field) {
    case 'price':
      return formatRupees(payable(values))
    case 'discount':
      return `${formatRupees(payable(values))} (${formatRupees(-toPaise(values.discount))})`
    case 'subCategory':
      return values.subCategory
    case 'stock':
      return formatCount(values.stock)
    case 'unit':
      return values.unit
    case 'tax':
      return [values.hsn || bulkTexts.noTax, values.taxCondition, rateText(values.taxRate)]
        .filter(Boolean)
        .join(' · ')
  }
  return values.publish ? bulkTexts.published : bulkTexts.notPublished
}
