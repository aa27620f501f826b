import type { Call } from './administration'

/** Computes a day of the books independently of the program: stock, money, khata and tax. Amounts are in paise. */

interface Good {
  name: string
  code: string
  /** The selling price with tax, in paise. */
  price: number
  hsn: string
  /** GST in per cent. */
  rate: number
}

const good = (index: number, name: string, price: number, rate: number): Good => ({
  name,
  code: String(7_000_001 + index),
  price,
  hsn: rate ? '3402' : '0401',
  rate,
})

/** The goods of the day, by name and price; milk is exempt. */
export const PRODUCTS = [
  good(0, 'Walk milk', 31_00, 0),
  good(1, 'Walk powder', 97_35, 18),
  good(2, 'Walk soap', 42_00, 5),
  good(3, 'Walk bar', 10_00, 18),
  good(4, 'Walk liquid', 199_00, 18),
  good(5, 'Walk curd', 35_50, 0),
  good(6, 'Walk cleaner', 88_00, 5),
  good(7, 'Walk scrub', 15_00, 5),
  good(8, 'Walk polish', 120_00, 18),
  good(9, 'Walk flakes', 63_25, 5),
  good(10, 'Walk cream', 54_00, 18),
  good(11, 'Walk paneer', 90_00, 0),
] as const satisfies readonly Good[]

/** The price list that brings the goods into the shop, without stock. */
export const PRICE_LIST = [
  'Name,MRP,Category,Unit,Barcode,HSN,GST,Stock',
  ...PRODUCTS.map(
    ({ name, price, code, hsn, rate }) => `${name},${price / 100},Walk,1 pc,${code},${hsn},${rate || ''},0`,
  ),
].join('\n')

export interface Line {
  /** The index in PRODUCTS. */
  good: number
  quantity: number
}
export type PaidBy = 'CASH' | 'UPI' | 'CARD' | 'KHATA'

const divideHalfUp = (above: number, below: number) => Math.floor((2 * above + below) / (2 * below))
const priceOf = (index: number) => PRODUCTS[index]?.price ?? 0

export const sumOf = (lines: Line[]) =>
  lines.reduce((sum, { good, quantity }) => sum + quantity * priceOf(good), 0)

/** Returns taxable value and one half of the tax of a line inside the state. */
function taxOf({ good, quantity }: Line): [taxable: number, half: number] {
  const gross = quantity * priceOf(good)
  const rate = PRODUCTS[good]?.rate ?? 0
  const half = divideHalfUp(divideHalfUp(gross * 100, 100 + rate) * rate, 200)
  return [gross - 2 * half, half]
}

/** The sums of a day, updated by each operation. */
export class ExpectedDay {
  readonly stock = PRODUCTS.map(() => 0)
  readonly paid: Record<PaidBy, number> = { CASH: 0, UPI: 0, CARD: 0, KHATA: 0 }
  readonly khata: Record<string, number> = {}
  readonly riders: Record<string, number> = {}
  sold = 0
  returned = 0
  taxable = 0
  half = 0
  bills = 0
  notes = 0
  suppliersCash = 0
  givenBackCash = 0
  khataPaidCash = 0

  buy(lines: Line[]) {
    for (const { good, quantity } of lines) this.stock[good] = (this.stock[good] ?? 0) + quantity
  }

  sell(lines: Line[], payments: Partial<Record<PaidBy, number>>, person = '', rider = '') {
    for (const line of lines) {
      this.stock[line.good] = (this.stock[line.good] ?? 0) - line.quantity
      this.#tax(line, 1)
    }
    for (const [paidBy, paise] of Object.entries(payments)) this.paid[paidBy as PaidBy] += paise
    this.#owe(person, payments.KHATA ?? 0)
    if (rider) this.riders[rider] = (this.riders[rider] ?? 0) + (payments.CASH ?? 0)
    this.sold += sumOf(lines)
    this.bills++
  }

  /** Returns pieces of a bill's line; the credit note is the former bill less the remaining pieces. */
  takeBack(line: Line, quantity: number, by: PaidBy, restock: boolean, person = '') {
    const paise = quantity * priceOf(line.good)
    if (restock) this.stock[line.good] = (this.stock[line.good] ?? 0) + quantity
    this.#tax(line, -1)
    this.#tax({ ...line, quantity: line.quantity - quantity }, 1)
    this.paid[by] -= paise
    if (by === 'CASH') this.givenBackCash += paise
    if (by === 'KHATA') this.#owe(person, -paise)
    this.returned += paise
    this.notes++
  }

  payKhata(person: string, paise: number) {
    this.#owe(person, -paise)
    this.khataPaidCash += paise
  }

  /** The cash in drawers and with riders at the end of the day. */
  get cash() {
    return this.paid.CASH + this.khataPaidCash - this.suppliersCash
  }

  #owe(person: string, paise: number) {
    if (person) this.khata[person] = (this.khata[person] ?? 0) + paise
  }

  #tax(line: Line, sign: number) {
    const [taxable, half] = taxOf(line)
    this.taxable += sign * taxable
    this.half += sign * half
  }
}

interface RegisterEntry {
  number: string
  creditFor: string
  payable: number
  amounts: { taxable: number; cgst: number; sgst: number; igst: number }
}
interface Day {
  expected: number
  byRiderNow: { rider: string; amount: number }[]
  counted: number | null
  difference: number | null
}

const paise = (rupees: number) => Math.round(rupees * 100)

/** Reads the bills of today from the register of sales. */
export async function readRegister(call: Call): Promise<RegisterEntry[]> {
  const today = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10)
  const entries: RegisterEntry[] = []
  for (let page = 1; ; page++) {
    const { data } = await call<{ data: RegisterEntry[] }>(
      'GET',
      `/api/books/sales?from=${today}&to=${today}&limit=100&page=${page}`,
    )
    entries.push(...data)
    if (data.length < 100) return entries
  }
}

/** Sums bills of the register as ExpectedDay does. */
export function sumRegister(entries: RegisterEntry[]) {
  const sum = (of: (entry: RegisterEntry) => number) =>
    entries.reduce((all, entry) => all + paise(of(entry)), 0)
  return {
    payable: sum(({ payable }) => payable),
    taxable: sum(({ amounts }) => amounts.taxable),
    cgst: sum(({ amounts }) => amounts.cgst),
    sgst: sum(({ amounts }) => amounts.sgst),
    igst: sum(({ amounts }) => amounts.igst),
    bills: entries.filter(({ creditFor }) => !creditFor).length,
    notes: entries.filter(({ creditFor }) => creditFor).length,
  }
}

/** Reads the cash of the day, in paise. */
export async function readCash(call: Call) {
  const { data } = await call<{ data: Day }>('GET', '/api/report/day')
  return {
    expected: paise(data.expected),
    riders: Object.fromEntries(data.byRiderNow.map(({ rider, amount }) => [rider, paise(amount)])),
    counted: data.counted === null ? null : paise(data.counted),
    difference: data.difference === null ? null : paise(data.difference),
  }
}
