import type { Product } from '@/features/catalog/api'
import { Picture } from '@/ui/picture'
import { textLinkClass } from '@/ui/text-link'
import styles from './line-form.module.css'
import { sheetTexts } from './sheet-texts'

type Props = { product: Product; detail: string; onChange: () => void }

/** The selected product, with a button that returns to the selection. */
export function ChosenProduct({ product, detail, onChange }: Props) {
  return (
    <div className={styles.chosen}>
      <Picture
        src={product.image[0]}
        drawing={product.picture}
        name={product.name}
        size="small"
        className={styles.picture}
      />
      <span>
        {product.name}{' '}
        <button type="button" className={textLinkClass} onClick={onChange}>
          {sheetTexts.another}
        </button>
        <small>{[product.unit, detail].filter(Boolean).join(' · ')}</small>
      </span>
    </div>
  )
}
