import type { Bill, BillLine } from '@/features/bill/bill'
import { amountInWords } from '@/lib/amount-in-words'
import type { CounterShop } from './api'
import type { CounterTax } from './counter'
import type { SaleEntry, SaleFacts } from './outbox'
import { toRupees } from './sale'
import { taxParts, valuedOf } from './sums'

// Union territories without a legislature, whose half of the tax is called UTGST.
const UTGST_STATES = ['04', '26', '31', '35', '38', '97']

/**
 * Returns the bill of a sale as the server will issue it, for printing offline. Undefined if a tax rate or the shop's
 * GSTIN is missing: the server issues such a bill later.
 */
export function billOfSale(sale: SaleEntry, shop: CounterShop, taxes: CounterTax[]): Bill | undefined {
  const { body, facts } = sale
  const { seller } = shop
  if (!body.number || (seller.standing !== 'UNREGISTERED' && !seller.gstin)) return undefined
  const lines = facts.lines.flatMap((line) => billLine(line, seller.standing, taxes[line.tax]) ?? [])
  if (lines.length < facts.lines.length) return undefined
  // A business gets two bills for a mixed basket; the server issues them.
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

/** Returns a line as the server bills it; undefined if its rate is missing. */
function billLine(
  line: SaleFacts['lines'][number],
  standing: Bill['seller']['standing'],
  tax: CounterTax | undefined,
): BillLine | undefined {
  const plain = untaxedLine(line)
  if (standing === 'UNREGISTERED') return plain
  if (standing === 'COMPOSITION')
    return { ...plain, hsn: tax?.hsn ?? '', treatment: tax?.treatment || 'TAXABLE' }
  if (!tax || tax.lack) return undefined
  const valued = valuedOf(line.sum, line.printed, tax)
  const { taxable, half, cess } = taxParts(valued, tax.rate, tax.cess)
  return {
    ...plain,
    hsn: tax.hsn,
    valued: toRupees(valued),
    base: tax.base === 'MRP' ? 'MRP' : undefined,
    rate: tax.rate,
    cessRate: tax.cess,
    treatment: tax.treatment,
    taxable: toRupees(taxable),
    cgst: toRupees(half),
    sgst: toRupees(half),
    cess: toRupees(cess),
  }
}

function untaxedLine({
  id,
  name,
  ownName,
  unit,
  uqc,
  quantity,
  grams,
  sum,
}: SaleFacts['lines'][number]): BillLine {
  return {
    row: id,
    productId: id,
    name,
    ...(ownName && { ownName }),
    unit,
    quantity: grams === undefined ? quantity : grams / 1000,
    uqc: grams === undefined ? (uqc ?? 'NOS') : 'KGS',
    hsn: '',
    gross: toRupees(sum),
    valued: toRupees(sum),
    rate: null,
    cessRate: 0,
    treatment: '',
    taxable: 0,
    cgst: 0,
    sgst: 0,
    igst: 0,
    cess: 0,
  }
}
