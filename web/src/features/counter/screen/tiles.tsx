import { Picture } from '@/ui/picture'
import type { CatalogIndex } from '../catalog-index'
import type { CounterProduct } from '../counter'
import { counterTexts as texts } from '../counter-texts'
import { priceText } from '../weight'
import styles from './tiles.module.css'

type Props = { goods: CatalogIndex; onProduct: (product: CounterProduct) => void }

const MAX_TILES = 24

/** Tiles for products without a barcode, each with its item code. */
export function Tiles({ goods, onProduct }: Props) {
  if (goods.tiles.length === 0) return null
  return (
    <section className={styles.tiles}>
      <h2>
        <span>{texts.withoutCode}</span>
        <small>{texts.tileHint}</small>
      </h2>
      <div className={styles.grid}>
        {goods.tiles.slice(0, MAX_TILES).map((product) => (
          <button key={product._id} type="button" onClick={() => onProduct(product)}>
            <i aria-hidden="true">{product.itemCode}</i>
            <Picture className={styles.picture} src={undefined} name={product.name} size="small" />
            <span>{product.name}</span>
            <small>{priceText(product)}</small>
          </button>
        ))}
      </div>
    </section>
  )
}
