import { ownNameOf } from '@/lib/names'
import { asciiDigits } from '@/lib/typed-number'
import type { Measured } from '@/lib/units'
import { barcodeKey, expandUpcE } from './barcode-key'
import type { CounterProduct } from './counter'

const MAX_FOUND = 8

/** Searches the products on the device by barcode, item code and name. */
export class CatalogIndex {
  private readonly byId = new Map<string, CounterProduct>()
  private readonly byCode = new Map<string, CounterProduct>()
  /** By the UPC-A to which a code can be expanded, even if its digits are also a valid EAN-8. */
  private readonly byExpanded = new Map<string, CounterProduct>()
  private readonly byItem = new Map<string, CounterProduct>()
  private readonly names: { text: string; product: CounterProduct }[] = []
  /** The products with an item code and no barcode, sorted by item code. */
  readonly tiles: CounterProduct[] = []

  constructor(products: Iterable<CounterProduct>) {
    for (const product of products) {
      this.byId.set(product._id, product)
      for (const code of product.barcodes ?? []) {
        this.byCode.set(barcodeKey(code), product)
        const expanded = expandUpcE(code)
        if (expanded) this.byExpanded.set(barcodeKey(expanded), product)
      }
      if (product.itemCode) {
        this.byCode.set(product.itemCode.toLowerCase(), product)
        this.byItem.set(withoutPadding(product.itemCode), product)
      }
      this.names.push({
        text: ` ${[ownNameOf(product), ...Object.values(product.names ?? {}), product.words, product.unit, (product as Measured).ownUnit].join(' ')}`.toLowerCase(),
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
    return (
      this.byCode.get(barcodeKey(code)) ??
      this.byCode.get(asciiDigits(code).toLowerCase()) ??
      this.byCode.get(barcodeKey(expandUpcE(code) ?? '')) ??
      this.byExpanded.get(barcodeKey(code))
    )
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
