import type { Product } from '../api'
import type { NewProduct } from './api'
import { FIELDS, productOf, valuesOf } from './product-form'

/** The fields in which two versions of a product differ, as a form sends them. */
export function differences(one: Product, other: Product): (keyof NewProduct)[] {
  const [a, b] = [productOf(valuesOf(one)), productOf(valuesOf(other))]
  return FIELDS.filter((field) => JSON.stringify(a[field]) !== JSON.stringify(b[field]))
}
