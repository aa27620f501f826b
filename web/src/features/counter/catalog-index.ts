import { ownNameOf } from '@/lib/names'
import { asciiDigits } from '@/lib/typed-number'
import type { CounterProduct } from './counter'

const MAX_FOUND = 8

/** Searches the products on the device by barcode, item code and name. */
export class CatalogIndex {
  private readonly byId = new Map<string, CounterProduct>()
  private readonly byCode = new Map<string, CounterProduct>()
  private readonly byItem = new Map<string, CounterProduct>()
  private readonly names: { text: string; product: CounterProduct }[] = []
  /** The products with an item code and no barcode, sorted by item code. */
  readonly tiles: CounterProduct[] = []

  constructor(products: Iterable<CounterProduct>) {
    for (const product of products) {
      this.byId.set(product._id, product)
      for (const code of product.barcodes ?? []) this.byCode.set(barcodeKey(code), product)
      if (product.itemCode) {
        this.byCode.set(product.itemCode.toLowerCase(), product)
        this.byItem.set(withoutPadding(product.itemCode), product)
      }
      this.names.push({
        text: ` ${[ownNameOf(product), ...Object.values(product.names ?? {}), product.unit].join(' ')}`.toLowerCase(),
        product,
      })
      if (product.itemCode && !product.barcodes?.length) this.tiles.push(product)
    }
    this.tiles.sort((a, b) => Number(a.itemCode) - Number(b.itemCode))
  }

  /** Returns the index with a product added or replaced. */
  with(product: CounterProduct): CatalogIndex {
    return new CatalogIndex(new Map(this.byId).set(product._id, product).values())
  }

  product(id: string): CounterProduct | undefined {
    return this.byId.get(id)
  }

  /** Returns the product with this barcode or item code. */
  withCode(code: string): CounterProduct | undefined {
    return this.byCode.get(barcodeKey(code)) ?? this.byCode.get(code.toLowerCase())
  }

  /** Returns the product with the item code of a scale's label, which is padded with zeros. */
  withItem(item: string): CounterProduct | undefined {
    return this.byItem.get(withoutPadding(item))
  }

  /** Finds products by prefixes of words, then by any part of the name; products in stock first. */
  find(text: string): CounterProduct[] {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean)
    if (words.length === 0) return []
    const found: { product: CounterProduct; rank: number }[] = []
    for (const { text: name, product } of this.names) {
      if (!words.every((word) => name.includes(word))) continue
      const begins = words.every((word) => name.includes(` ${word}`))
      found.push({ product, rank: (begins ? 0 : 2) + (product.stock > 0 ? 0 : 1) })
    }
    return found
      .sort((a, b) => a.rank - b.rank || a.product.name.localeCompare(b.product.name))
      .slice(0, MAX_FOUND)
      .map(({ product }) => product)
  }
}

function withoutPadding(item: string): string {
  return item.replace(/^0+(?=.)/, '').toLowerCase()
}

/**
 * Returns a barcode as the server compares it: a number of 7 to 14 digits without its leading zeros, as a UPC-A is an EAN-13
 * that begins with 0, and without the spaces and dashes that are printed in it.
 */
function barcodeKey(code: string): string {
  const number = asciiDigits(code).replace(/[\s-]/g, '')
  const digits = number.replace(/^0+/, '')
  return number.length <= 14 && /^\d{7,}$/.test(digits) ? digits : code.trim().toLowerCase()
}
