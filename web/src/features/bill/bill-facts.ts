import { formatPaperDay, formatTime } from '@/lib/dates'
import type { Bill } from './bill'
import { billTexts } from './bill-texts'
import { taxHeads } from './figures'
import { stateText, withState } from './states'

// Which particulars stand on which kind: CGST rules 46, 46A, 49 and 53(1A).

/** Reports whether it is the recipient's original in words: rule 48(1). */
export function isOriginal({ kind }: Bill): boolean {
  return kind !== 'CASH_MEMO' && kind !== 'CREDIT_NOTE'
}

/** Reports whether it says that the tax is not on reverse charge: rule 46(p). */
export function saysReverseCharge({ kind }: Bill): boolean {
  return kind === 'TAX_INVOICE' || kind === 'INVOICE_CUM_BILL_OF_SUPPLY'
}

/** Returns the place of supply where it is not the shop's state, rule 46(n), or not the buyer's: '' where all are one. */
export function otherPlace({ seller, buyer, placeOfSupply }: Bill): string {
  const other = placeOfSupply !== seller.state || placeOfSupply !== registeredIn(buyer)
  return seller.standing !== 'UNREGISTERED' && other ? stateText(placeOfSupply) : ''
}

/** Returns the code of the state that a buyer is registered in, which a GSTIN begins with; of others their own. */
function registeredIn({ gstin, state }: Bill['buyer']): string {
  return gstin.slice(0, 2) || state
}

/** Returns the bill that a credit note is about: rule 53(1A)(g); '' on a bill. */
export function creditedBill({ creditFor, creditDay }: Bill): string {
  return creditFor ? billTexts.ofDay(creditFor, formatPaperDay(creditDay)) : ''
}

/** Returns when a document was issued: "26 Nov 2026, 7:14 pm". */
export function issueTime({ issuedAt }: Bill): string {
  return `${formatPaperDay(issuedAt)}, ${formatTime(new Date(issuedAt))}`
}

// Rupees from which an unregistered buyer's address stands on the paper: rule 46(e).
const ADDRESS_FROM = 50_000

/** Reports whether a roll has the buyer's address, which a sheet always has. */
export function needsAddress({ kind, buyer, total }: Bill): boolean {
  return kind === 'CREDIT_NOTE' || buyer.gstin !== '' || total >= ADDRESS_FROM
}

/** Returns a buyer's address with the state; the state of the registration where no address is known, as at the counter. */
export function buyerAddress(buyer: Bill['buyer']): string {
  return withState(buyer.address, buyer.address ? buyer.state : registeredIn(buyer))
}

/** Returns the sentences about the tax at the foot. */
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
