import { formatPaperDay, formatTime } from '@/lib/dates'
import type { Bill } from './bill'
import { billTexts } from './bill-texts'
import { taxHeads } from './figures'
import { stateText, withState } from './states'

// The particulars that each kind of document must show: CGST rules 46, 46A, 49 and 53(1A).

/** Reports whether a document must be marked as the recipient's original: rule 48(1). */
export function isOriginal({ kind }: Bill): boolean {
  return kind !== 'CASH_MEMO' && kind !== 'CREDIT_NOTE'
}

/** Reports whether a document must say that no tax is payable on reverse charge: rule 46(p). */
export function hasReverseCharge({ kind }: Bill): boolean {
  return kind === 'TAX_INVOICE' || kind === 'INVOICE_CUM_BILL_OF_SUPPLY'
}

/** Returns the place of supply if it differs from the shop's state, rule 46(n), or from the buyer's; '' otherwise. */
export function placeOfSupplyText({ seller, buyer, placeOfSupply }: Bill): string {
  const differs = placeOfSupply !== seller.state || placeOfSupply !== buyerStateOf(buyer)
  return seller.standing !== 'UNREGISTERED' && differs ? stateText(placeOfSupply) : ''
}

/** Returns the code of the buyer's state: the first two digits of a GSTIN, else the state of the address. */
function buyerStateOf({ gstin, state }: Bill['buyer']): string {
  return gstin.slice(0, 2) || state
}

/** Returns the bill to which a credit note refers, rule 53(1A)(g); '' for a bill. */
export function creditedBill({ creditFor, creditDay }: Bill): string {
  return creditFor ? billTexts.ofDay(creditFor, formatPaperDay(creditDay)) : ''
}

/** Formats when a document was issued: "26 Nov 2026, 7:14 pm". */
export function issueTime({ issuedAt }: Bill): string {
  return `${formatPaperDay(issuedAt)}, ${formatTime(new Date(issuedAt))}`
}

// In rupees: from this total on, an unregistered buyer's address must be shown: rule 46(e).
const ADDRESS_FROM = 50_000

/** Reports whether a bill on a roll must show the buyer's address; on a sheet it is always shown. */
export function needsAddress({ kind, buyer, total }: Bill): boolean {
  return kind === 'CREDIT_NOTE' || buyer.gstin !== '' || total >= ADDRESS_FROM
}

/** Returns a buyer's address with its state; without an address, as at the counter, the state of the registration. */
export function buyerAddress(buyer: Bill['buyer']): string {
  return withState(buyer.address, buyer.address ? buyer.state : buyerStateOf(buyer))
}

/** Returns the tax notes at the foot. */
export function taxNotes(bill: Bill): string[] {
  const { kind, interState, moneyOnly, lines } = bill
  const taxed = taxHeads(bill).length > 0
  return [
    taxed && kind !== 'CREDIT_NOTE' && billTexts.pricesInclude,
    taxed && interState && billTexts.otherState,
    taxed && lines.some(({ base }) => base === 'MRP') && billTexts.printedPrice,
    moneyOnly && billTexts.moneyOnly,
  ].filter((sentence) => sentence !== false)
}
