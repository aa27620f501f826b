import type { Product } from '../../api'
import type { NewProduct } from './api'
import { PRODUCT_FIELDS, toFormValues, toProductInput } from './product-form'

/** Returns the fields in which two versions of a product differ, as a form sends them. */
export function changedFields(before: Product, after: Product): (keyof NewProduct)[] {
  const [a, b] = [toProductInput(toFormValues(before)), toProductInput(toFormValues(after))]
  return PRODUCT_FIELDS.filter((field) => JSON.stringify(a[field]) !== JSON.stringify(b[field]))
}
