import type { Product } from '../../api'
import type { NewProduct } from './api'
import { toFormValues, toProductInput } from './product-form'

/** Returns the names of the form fields in which two versions of a product differ. */
export function changedFields(before: Product, after: Product): (keyof NewProduct)[] {
  const [a, b] = [toProductInput(toFormValues(before)), toProductInput(toFormValues(after))]
  const fields = Object.keys({ ...a, ...b }) as (keyof NewProduct)[]
  return fields.filter((field) => JSON.stringify(a[field]) !== JSON.stringify(b[field]))
}
