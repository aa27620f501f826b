import { useQuery } from '@tanstack/react-query'
import { classNames } from '@/lib/class-names'
import { textStyles } from '@/ui/text-styles'
import { type Product, subCategoriesQuery } from '../../api'
import styles from './tax-cell.module.css'
import { texts } from './texts'

/** Formats a tax rate; 0 is exempt. */
export function rateText(rate: number | null | undefined): string {
  if (rate === null || rate === undefined) return texts.noRate
  return rate === 0 ? texts.exempt : texts.rate(rate)
}

/** A product's HSN, or that of its sub-category, and the rate that follows from it today. A card omits them if both are missing. */
export function TaxCell({ product: { hsn, taxRate, subCategory } }: { product: Product }) {
  const { data: subCategories } = useQuery(subCategoriesQuery)
  const code = hsn || subCategories?.find(({ _id }) => _id === subCategory._id)?.hsn
  const isKnown = typeof taxRate === 'number'
  return (
    <p className={classNames(styles.tax, !code && !isKnown && styles.unknown)}>
      <span className={classNames(!hsn && textStyles.muted)}>
        <span className={styles.label}>{texts.labels.hsn} </span>
        {code || texts.noHSN}
      </span>
      <span className={classNames(!isKnown && styles.noRate)}>{rateText(taxRate)}</span>
    </p>
  )
}
