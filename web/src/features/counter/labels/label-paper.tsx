import { unitPriceText } from '@/features/catalog/unit-price'
import { formatDayOfYear } from '@/lib/dates'
import { formatRupees, toPaise } from '@/lib/money'
import { formatWeight } from '@/lib/weight'
import { Barcode } from './barcode'
import type { Label } from './label'
import { labelTexts as texts } from './label-texts'
import styles from './labels.module.css'

type Props = { label: Label; index: number }

/** A label to print: name, price, unit price, MRP and barcode; of a weighed portion its weight and day. */
export function LabelPaper({ label, index }: Props) {
  const { product, price, perKilogram, grams, code } = label
  const { name, unit, unitPrice, discount } = product
  return (
    <article className={styles.label} data-page={index}>
      <h2>{name}</h2>
      <p className={styles.price}>
        <b>{formatRupees(grams || !perKilogram ? price : perKilogram)}</b>
        {!grams && !perKilogram && discount > 0 && (
          <small>{texts.mrp(formatRupees(toPaise(product.price)))}</small>
        )}
      </p>
      <p className={styles.detail}>{detail()}</p>
      {code && <Barcode code={code} label={texts.barcode(code)} />}
    </article>
  )

  function detail() {
    if (grams && perKilogram)
      return [
        formatWeight(grams),
        texts.perKilogram(formatRupees(perKilogram)),
        texts.weighed(formatDayOfYear(new Date())),
      ].join(' · ')
    if (perKilogram) return texts.perKilogram(formatRupees(perKilogram))
    return [unit, unitPrice && unitPriceText(unitPrice)].filter(Boolean).join(' · ')
  }
}
