import { type Paise, payable as priceOf, toPaise } from '@/lib/money'
import { type Named, ownNameOf } from '@/lib/names'
import type { CounterCustomer, CounterTax, OpenBill, PaidPart, Weight } from './counter'
import { counterTexts } from './counter-texts'
import type { SaleBody, SaleFacts } from './outbox'
import { type BillSums, mrpTotalOf, taxParts, valuedOf } from './sums'
import { gramsOf } from './weight'

export const toRupees = (amount: Paise) => amount / 100

export type ClosedBill = { bill: OpenBill; sums: BillSums; parts: PaidPart[]; override?: boolean }
type Identity = Pick<SaleBody, 'device' | 'key' | 'at' | 'number' | 'numbers' | 'sellerId'>

/** Converts a closed bill to the request body. */
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

/** Converts a part of the payment to the API's form. */
export function sentPart({ by, amount, given, reference }: PaidPart): SaleBody['payments'][number] {
  return { by, amount: toRupees(amount), given: given === undefined ? undefined : toRupees(given), reference }
}

/** Returns the data of a closed bill that is shown and printed. */
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
          uqc: product.uqc,
          quantity,
          sum,
          grams: weight && gramsOf(product, weight),
          printed: mrpTotalOf(line),
          tax: product.tax,
        }
      : []
  })
  return { lines, total, roundOff, payable, parts, customer: bill.customer, buyer: bill.buyer }
}

/**
 * Returns how many bill numbers a sale takes: two if a business buys both taxable and exempt goods from a registered shop,
 * which gives a tax invoice and a bill of supply.
 */
export function numbersOf({ lines, buyer }: OpenBill, taxes: CounterTax[], isRegistered: boolean): 1 | 2 {
  if (!isRegistered || !buyer?.gstin) return 1
  const taxed = lines.map(({ product }) => product && taxes[product.tax])
  const isMixed =
    taxed.every((tax) => tax && !tax.lack) && new Set(taxed.map((tax) => tax?.treatment)).size > 1
  return isMixed ? 2 : 1
}

// The taxable value in paise from which a registered shop's bill needs the buyer's name and address: CGST rule 46(e).
const NAMED_FROM = 50_000_00

/** Reports whether a bill needs the buyer's name or address and lacks it. Goods without a known rate count in full. */
export function lacksBuyer(
  { buyer }: OpenBill,
  { lines }: BillSums,
  taxes: CounterTax[],
  isRegistered: boolean,
): boolean {
  if (!isRegistered || (buyer?.name && buyer.address)) return false
  const values = lines.map(({ line, sum }) => {
    const tax = line.product && taxes[line.product.tax]
    if (!tax || tax.lack) return sum
    if (tax.treatment === 'EXEMPT') return 0
    return taxParts(valuedOf(sum, mrpTotalOf(line), tax), tax.rate, tax.cess).taxable
  })
  return values.reduce((all, value) => all + value, 0) >= NAMED_FROM
}

/** Returns a customer's balance including unsent sales; undefined if the balance is unknown. */
export function balanceOf({ balance, mobile }: CounterCustomer, waiting: SaleFacts[]): Paise | undefined {
  if (balance === undefined) return undefined
  const onKhata = waiting
    .filter(({ customer }) => customer?.mobile === mobile)
    .flatMap(({ parts }) => parts)
    .filter(({ by }) => by === 'KHATA')
  return toPaise(balance) + onKhata.reduce((all, { amount }) => all + amount, 0)
}

/** Returns the amount in paise by which a khata payment would exceed the customer's limit; 0 if it does not, or without a limit. */
export function overLimit(customer: CounterCustomer, waiting: SaleFacts[], amount: Paise): Paise {
  const balance = balanceOf(customer, waiting)
  const { limit } = customer
  if (balance === undefined || limit === null || limit === undefined) return 0
  return Math.max(0, balance + amount - toPaise(limit))
}

/** Returns the payment methods of a sale as text: "cash", "cash and khata". */
export function paidByText({ parts }: SaleFacts): string {
  return new Intl.ListFormat('en-IN').format(parts.map(({ by }) => counterTexts.methodsInSentence[by]))
}
