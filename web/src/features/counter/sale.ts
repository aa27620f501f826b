import { type Paise, payable as priceOf, toPaise } from '@/lib/money'
import { type Named, ownNameOf } from '@/lib/names'
import type { CounterCustomer, CounterTax, OpenBill, PaidPart, Weight } from './counter'
import { counterTexts } from './counter-texts'
import type { SaleBody, SaleFacts } from './outbox'
import { type BillSums, printedOf } from './sums'
import { gramsOf } from './weight'

export const toRupees = (amount: Paise) => amount / 100

export type ClosedBill = { bill: OpenBill; sums: BillSums; parts: PaidPart[]; override?: boolean }
type Identity = Pick<SaleBody, 'device' | 'key' | 'at' | 'number'>

/** Returns a closed bill as the server takes it. */
export function saleBody({ bill, sums, parts, override }: ClosedBill, identity: Identity): SaleBody {
  const { customer } = bill
  return {
    ...identity,
    lines: sums.lines.flatMap(({ line: { product, quantity, weight }, discount }) =>
      product
        ? {
            productId: product._id,
            ...(weight ? sentWeight(weight) : { quantity }),
            name: ownNameOf(product),
            price: toRupees(priceOf(product)),
            discount: discount ? toRupees(discount) : undefined,
          }
        : [],
    ),
    customerId: customer?._id,
    customer: customer && !customer._id ? { name: customer.name, mobile: customer.mobile } : undefined,
    buyer: bill.buyer,
    payments: parts.map(sentPart),
    override,
  }
}

function sentWeight(weight: Weight): { grams: number } | { amount: number } {
  return 'grams' in weight ? weight : { amount: toRupees(weight.amount) }
}

/** Returns a part of what is paid as the server takes it. */
export function sentPart({ by, amount, given }: PaidPart): SaleBody['payments'][number] {
  return { by, amount: toRupees(amount), given: given === undefined ? undefined : toRupees(given) }
}

/** Returns what is shown and printed of a closed bill. */
export function saleFacts({ bill, sums, parts }: ClosedBill): SaleFacts {
  const { total, roundOff, payable } = sums
  const lines = sums.lines.flatMap(({ line, sum }) => {
    const { product, quantity, weight } = line
    return product
      ? {
          id: product._id,
          name: product.name,
          ownName: (product as Named).ownName,
          unit: product.unit,
          quantity,
          sum,
          grams: weight && gramsOf(product, weight),
          printed: printedOf(line),
          tax: product.tax,
        }
      : []
  })
  return { lines, total, roundOff, payable, parts, customer: bill.customer, buyer: bill.buyer }
}

/**
 * Returns how many numbers a bill takes: two where a business buys taxable and exempt goods of a registered shop, a tax
 * invoice and a bill of supply.
 */
export function numbersOf({ lines, buyer }: OpenBill, taxes: CounterTax[], isRegistered: boolean): 1 | 2 {
  if (!isRegistered || !buyer?.gstin) return 1
  const taxed = lines.map(({ product }) => product && taxes[product.tax])
  const isMixed =
    taxed.every((tax) => tax && !tax.lack) && new Set(taxed.map((tax) => tax?.treatment)).size > 1
  return isMixed ? 2 : 1
}

/** Returns what a customer owes once what waits on the device has been sent; undefined while the balance is unknown. */
export function balanceOf({ balance, mobile }: CounterCustomer, waiting: SaleFacts[]): Paise | undefined {
  if (balance === undefined) return undefined
  const onKhata = waiting
    .filter(({ customer }) => customer?.mobile === mobile)
    .flatMap(({ parts }) => parts)
    .filter(({ by }) => by === 'KHATA')
  return toPaise(balance) + onKhata.reduce((all, { amount }) => all + amount, 0)
}

/** Returns by how much an amount on the khata is over the customer's limit; 0 within it, or where none is known. */
export function overLimit(customer: CounterCustomer, waiting: SaleFacts[], amount: Paise): Paise {
  const balance = balanceOf(customer, waiting)
  const { limit } = customer
  if (balance === undefined || limit === null || limit === undefined) return 0
  return Math.max(0, balance + amount - toPaise(limit))
}

/** Returns by what a sale was paid: "cash", "cash and khata". */
export function waysOf({ parts }: SaleFacts): string {
  return new Intl.ListFormat('en-IN').format(parts.map(({ by }) => counterTexts.paidWays[by]))
}
