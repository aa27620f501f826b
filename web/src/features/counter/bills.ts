import { newIdempotencyKey } from '@/lib/idempotency-key'
import { asciiDigits } from '@/lib/typed-number'
import type { CatalogIndex } from './catalog-index'
import type { CounterCustomer, CounterProduct, Line, OpenBill, Weight } from './counter'

/** The maximum number of pieces of a line. */
const MAX_PIECES = 999

export function newBill(): OpenBill {
  return { id: newIdempotencyKey(), lines: [] }
}

/** Adds pieces of a product, to its line if it has one. That line becomes the current line. */
export function withProduct(bill: OpenBill, product: CounterProduct, pieces: number): OpenBill {
  const found = bill.lines.find((line) => line.product?._id === product._id && !line.weight)
  if (found) return withQuantity({ ...bill, at: found.id }, found.id, found.quantity + pieces)
  return withLine(bill, { id: newIdempotencyKey(), product, quantity: Math.min(MAX_PIECES, pieces) })
}

/** Adds a weight of a product. Each weighing is a line of its own. */
export function withWeight(bill: OpenBill, product: CounterProduct, weight: Weight): OpenBill {
  return withLine(bill, { id: newIdempotencyKey(), product, quantity: 1, weight })
}

/** Adds a line with an unknown code, to be assigned to a product later. */
export function withUnknown(bill: OpenBill, code: string, pieces: number): OpenBill {
  const found = bill.lines.find((line) => !line.product && line.code === code)
  if (found) return withQuantity({ ...bill, at: found.id }, found.id, found.quantity + pieces)
  return withLine(bill, { id: newIdempotencyKey(), code, quantity: Math.min(MAX_PIECES, pieces) })
}

function withLine(bill: OpenBill, line: Line): OpenBill {
  return { ...bill, lines: [...bill.lines, line], at: line.id }
}

/** Sets the pieces of a line; 0 removes it. */
export function withQuantity(bill: OpenBill, id: string, quantity: number): OpenBill {
  if (bill.lines.find((line) => line.id === id)?.weight) return bill
  if (quantity < 1) return withoutLine(bill, id)
  return changeLine(bill, id, { quantity: Math.min(MAX_PIECES, quantity) })
}

export function changeLine(bill: OpenBill, id: string, change: Partial<Line>): OpenBill {
  return { ...bill, lines: bill.lines.map((line) => (line.id === id ? { ...line, ...change } : line)) }
}

/** Removes a line; the one before it becomes the current line. */
export function withoutLine(bill: OpenBill, id: string): OpenBill {
  const index = bill.lines.findIndex((line) => line.id === id)
  const lines = bill.lines.filter((line) => line.id !== id)
  const at = bill.at === id ? (lines[Math.max(0, index - 1)]?.id ?? undefined) : bill.at
  return { ...bill, lines, at }
}

/** Assigns a product to the lines of an unknown code. */
export function withKnownCode(bill: OpenBill, code: string, product: CounterProduct): OpenBill {
  const lines = bill.lines.map((line) =>
    line.code === code && !line.product ? { ...line, product, code: undefined } : line,
  )
  return { ...bill, lines }
}

/** Updates the lines' products from the current catalog: changed prices, and codes that became known. */
export function withGoods(bill: OpenBill, goods: CatalogIndex): OpenBill {
  let isChanged = false
  const lines = bill.lines.map((line) => {
    const product = line.product ? goods.product(line.product._id) : goods.withCode(line.code ?? '')
    if (!product || product === line.product) return line
    isChanged = true
    return { ...line, product, code: undefined }
  })
  return isChanged ? { ...bill, lines } : bill
}

/** Updates the bill's customer from the current customers, whose khata and limit also change elsewhere. */
export function withCustomers(bill: OpenBill, customers: CounterCustomer[]): OpenBill {
  const customer = customers.find(({ mobile }) => mobile === bill.customer?.mobile)
  return customer ? { ...bill, customer } : bill
}

/** Moves the current line by `steps`: 1 moves to an older line, which is displayed further down. */
export function withCurrentLineMoved(bill: OpenBill, steps: 1 | -1): OpenBill {
  const index = bill.lines.findIndex(({ id }) => id === bill.at)
  const next = bill.lines[index - steps]
  return next ? { ...bill, at: next.id } : bill
}

/** Parses an entry: "6*" and "6*rice" mean six pieces. */
export function readEntry(text: string): { pieces: number; query: string } {
  const [, count, query = ''] = /^\s*(\p{Nd}{1,3})\s*[*x×]\s*(.*)$/u.exec(text) ?? []
  const pieces = Number(asciiDigits(count ?? ''))
  return pieces === 0 ? { pieces: 1, query: text.trim() } : { pieces, query: query.trim() }
}
