import type { Bill, BillLine } from '@/features/bill/bill'
import { amountInWords } from '@/lib/amount-in-words'
import type { CounterShop } from './api'
import type { CounterTax } from './counter'
import type { SaleEntry, SaleFacts } from './outbox'
import { toRupees } from './sale'
import { taxParts } from './sums'

// Union territories without a legislature, whose half of the tax is called UTGST.
const UTGST_STATES = ['04', '26', '31', '35', '38', '97']

/**
 * Returns the bill of a sale as the server will issue it, to print it offline; undefined if a tax rate is missing, since
 * that bill is issued later.
 */
export function billOfSale(sale: SaleEntry, shop: CounterShop, taxes: CounterTax[]): Bill | undefined {
  const { body, facts } = sale
  const { seller } = shop
  if (!body.number) return undefined
  const isTaxed = seller.standing === 'REGISTERED'
  const treated = facts.lines.map((line) => ({ line, tax: taxes[line.tax] }))
  if (seller.standing !== 'UNREGISTERED' && treated.some(({ tax }) => !tax || tax.lack)) return undefined
  const lines = treated.map(({ line, tax }) => billLine(line, isTaxed ? tax : undefined))
  // For a mixed basket a business gets two bills, which the server issues.
  const kind = kindOf(seller.standing, lines)
  if (facts.buyer?.gstin && kind === 'INVOICE_CUM_BILL_OF_SUPPLY') return undefined
  return {
    number: body.number,
    kind,
    order: sale.order?.number ?? 0,
    issuedAt: body.at,
    canceledAt: null,
    reason: '',
    creditFor: '',
    creditDay: '',
    moneyOnly: false,
    seller,
    buyer: {
      name: facts.buyer?.name || (facts.customer?.name ?? ''),
      gstin: facts.buyer?.gstin ?? '',
      address: facts.buyer?.address ?? '',
      state: facts.buyer?.address ? seller.state : '',
    },
    placeOfSupply: seller.state,
    interState: false,
    utgst: UTGST_STATES.includes(seller.state),
    lines,
    taxes: [],
    total: toRupees(facts.total),
    roundOff: toRupees(facts.roundOff),
    payable: toRupees(facts.payable),
    words: amountInWords(facts.payable),
  }
}

function kindOf(standing: Bill['seller']['standing'], lines: BillLine[]): Bill['kind'] {
  if (standing === 'UNREGISTERED') return 'CASH_MEMO'
  const taxable = lines.filter(({ treatment }) => treatment === 'TAXABLE').length
  if (standing === 'COMPOSITION' || taxable === 0) return 'BILL_OF_SUPPLY'
  return taxable === lines.length ? 'TAX_INVOICE' : 'INVOICE_CUM_BILL_OF_SUPPLY'
}

function billLine(line: SaleFacts['lines'][number], tax: CounterTax | undefined): BillLine {
  const { id, name, ownName, unit, quantity, grams, sum } = line
  const valued = tax?.base === 'MRP' ? Math.max(line.printed, sum) : sum
  const { half, cess } = tax ? taxParts(valued, tax.rate, tax.cess) : { half: 0, cess: 0 }
  return {
    row: id,
    productId: id,
    name,
    ...(ownName && { ownName }),
    unit,
    quantity: grams === undefined ? quantity : grams / 1000,
    uqc: grams === undefined ? 'PCS' : 'KGS',
    hsn: tax?.hsn ?? '',
    gross: toRupees(sum),
    valued: toRupees(valued),
    base: tax?.base,
    rate: tax?.rate ?? null,
    cessRate: tax?.cess ?? 0,
    treatment: tax?.treatment ?? '',
    taxable: toRupees(sum - 2 * half - cess),
    cgst: toRupees(half),
    sgst: toRupees(half),
    igst: 0,
    cess: toRupees(cess),
  }
}
