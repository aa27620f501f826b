import type { Product } from '../api'
import { texts } from '../texts'
import './diet-mark.css'

/** The veg mark of food: a green circle in a square if it is vegetarian, a brown triangle if it is not. */
export function DietMark({ product }: { product: Product }) {
  const mark = product.dietMark
  return mark ? <span role="img" aria-label={texts[mark]} data-diet={mark} /> : null
}
