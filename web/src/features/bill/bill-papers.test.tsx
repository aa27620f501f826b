import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { PAPERS, type Paper } from '@/lib/paper'
import type { Bill } from './bill'
import { bills } from './bill-fixtures'
import type { Payment } from './bill-payment'
import { BillRoll } from './bill-roll'
import { BillSheet } from './bill-sheet'
import { cutHSN } from './figures'

afterEach(cleanup)

const UPI = {
  id: 'ganeshkirana@upi',
  name: 'Ganesh Kirana Stores',
  amount: 1382,
  note: 'GK/26-27/00641',
  link: 'upi://pay?pa=ganeshkirana@upi&am=1382.00&cu=INR&tn=GK/26-27/00641',
}
const PAID: Payment = { owed: 0, method: 'Paid by UPI', settled: 'Paid by UPI ₹1,382.00' }

function show(bill: Bill, paper: Paper, payment = PAID): HTMLElement {
  cleanup()
  const { container } = render(
    paper === 'a4' ? (
      <BillSheet bill={bill} payment={payment} index={0} logo="" />
    ) : (
      <BillRoll bill={bill} payment={payment} index={0} paper={paper} />
    ),
  )
  return container
}

/** An amount as it is printed, in paise. */
const paise = (printed: string | null | undefined) =>
  Math.round(Number((printed ?? '').replace('−', '-').replace(/[₹,+]/g, '')) * 100)

const total = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

/** The cells of a table's rows, in its body or its foot. */
const cells = (table: Element | undefined, part: 'thead' | 'tbody' | 'tfoot') =>
  [...(table?.querySelectorAll(`${part} tr`) ?? [])].map((row) => [...row.children])

/** A table by its caption. */
const captioned = (paper: HTMLElement, caption: RegExp) =>
  [...paper.querySelectorAll('table')].find((table) => caption.test(table.caption?.textContent ?? ''))

/** Returns the text beside a label in the sums. */
const beside = (paper: HTMLElement, label: RegExp) =>
  [...paper.querySelectorAll('dt')].find((term) => label.test(term.textContent ?? ''))?.nextElementSibling
    ?.textContent

const printed: [string, Bill, Paper][] = Object.entries(bills).flatMap(([name, bill]) =>
  PAPERS.map((paper): [string, Bill, Paper] => [name, bill, paper]),
)

describe.each(printed)('%s', (_name, bill, paper) => {
  test(`its lines and round-off add up to the total on ${paper}`, () => {
    const shown = show(bill, paper)
    const amounts = [...shown.querySelectorAll('li > b, tbody td:last-child > b')].map(({ textContent }) =>
      paise(textContent),
    )
    expect(amounts).toHaveLength(bill.lines.length)
    expect(total(amounts)).toBe(paise(beside(shown, /^Lines$|items?$/)))
    expect(total(amounts) + paise(beside(shown, /^Round off$/))).toBe(
      paise(beside(shown, /^(Total|Credited)$/)),
    )
  })

  test(`every column of a table adds up to its sum on ${paper}`, () => {
    const shown = show(bill, paper)
    for (const table of shown.querySelectorAll('table:has(tfoot)')) {
      const sums = cells(table, 'tfoot')[0]?.slice().reverse() ?? []
      const rows = cells(table, 'tbody').map((row) => row.slice().reverse())
      const added = sums.flatMap(({ textContent }, column) =>
        /^[\d,]+\.\d\d$/.test(textContent ?? '') ? [column] : [],
      )
      expect(added.length).toBeGreaterThan(0)
      for (const column of added)
        expect(total(rows.map((row) => paise(row[column]?.textContent)))).toBe(
          paise(sums[column]?.textContent),
        )
    }
  })
})

const TAXED = ['taxInvoice', 'invoiceBill', 'otherState', 'cess', 'creditNote'] as const

test.each(TAXED.flatMap((name) => PAPERS.map((paper) => [name, paper] as const)))(
  'the value and the taxes of %s add up to its lines on %s',
  (name, paper) => {
    const shown = show(bills[name], paper)
    const table = captioned(shown, paper === 'a4' ? /HSN summary/ : /By rate/)
    // A rate stands before an amount of its own.
    const sums = cells(table, 'tbody').map((row) =>
      total(
        row
          .slice(paper === 'a4' ? 2 : 1, paper === 'a4' ? -1 : undefined)
          .map(({ textContent }) => paise(textContent?.replace(/^[\d.]+%/, ''))),
      ),
    )
    expect(total(sums)).toBe(paise(beside(shown, /^Lines$|items?$/)))
  },
)

test('58 mm has one column for both halves of the tax, by HSN', () => {
  const shown = show(bills.taxInvoice, '58')
  const heads = cells(captioned(shown, /Tax in these prices/), 'thead')[0]?.map(
    ({ textContent }) => textContent,
  )
  expect(heads).toEqual(['HSN', 'GST', 'Value', 'CGST, SGST each'])
})

/** Sentences of the law, and on which documents they stand. */
const sentences: [string, RegExp, (keyof typeof bills)[]][] = [
  ['the kind in words', /Tax Invoice/, ['taxInvoice', 'otherState', 'cess']],
  ['the kind in words', /Invoice-cum-Bill of Supply/, ['invoiceBill']],
  ['the kind in words', /(?<!-cum-)Bill of Supply/, ['billOfSupply']],
  ['the kind in words', /Cash Memo/, ['cashMemo']],
  ['the kind in words', /Credit Note/, ['creditNote']],
  [
    'rule 48(1)',
    /Original for recipient/,
    ['taxInvoice', 'invoiceBill', 'billOfSupply', 'otherState', 'cess'],
  ],
  ['rule 46(p)', /Reverse charge:? ?No/, ['taxInvoice', 'invoiceBill', 'otherState', 'cess']],
  ['rule 46(n)', /Place of supplyKarnataka \(29\)/, ['otherState']],
  ['rule 5(1)(f)', /^composition taxable person, not eligible to collect tax on supplies/, ['billOfSupply']],
  ['rule 53(1A)(g)', /For billGK\/26-27\/00641 of 26 Nov 2026/, ['creditNote']],
  ['a GSTIN', /GSTIN/, ['taxInvoice', 'invoiceBill', 'billOfSupply', 'otherState', 'cess', 'creditNote']],
  ['an HSN', /HSN/, ['taxInvoice', 'invoiceBill', 'billOfSupply', 'otherState', 'cess', 'creditNote']],
  ['central tax', /CGST/, ['taxInvoice', 'invoiceBill', 'cess', 'creditNote']],
  ['state tax', /SGST/, ['taxInvoice', 'invoiceBill', 'creditNote']],
  ['tax of a union territory', /UTGST/, ['cess']],
  ['integrated tax', /IGST/, ['otherState']],
  ['cess', /Cess/, ['cess']],
  ['exempt goods', /Exempt/, ['invoiceBill']],
  ['the FSSAI license', /FSSAI 11520000000000/, Object.keys(bills) as (keyof typeof bills)[]],
  ['the customer care number', /Tell us: 90000 00012/, Object.keys(bills) as (keyof typeof bills)[]],
  ['the total in words', /Rupees .* Only/, Object.keys(bills) as (keyof typeof bills)[]],
]

test.each(
  sentences.flatMap(([what, sentence, where]) =>
    PAPERS.map((paper) => [what, sentence, paper, where] as const),
  ),
)('%s, %s, is printed on %s only where the law requires it', (_what, sentence, paper, where) => {
  const found = Object.entries(bills).filter(([, bill]) => sentence.test(show(bill, paper).textContent ?? ''))
  expect(found.map(([name]) => name).sort()).toEqual([...where].sort())
})

test.each(['80', 'a4'] as const)('exempt goods have no taxable value on %s', (paper) => {
  const head = (bill: Bill) =>
    cells(captioned(show(bill, paper), paper === 'a4' ? /HSN summary/ : /By rate/), 'thead')[0]?.map(
      ({ textContent }) => textContent,
    )
  expect(head(bills.taxInvoice)).toContain('Taxable')
  expect(head(bills.invoiceBill)).toContain('Net value')
})

test('an address that contains its state has it once', () => {
  const address = '12, Tilak Road, Pune 411030, maharashtra'
  const shown = show({ ...bills.taxInvoice, seller: { ...bills.taxInvoice.seller, address } }, '80')
  expect(shown.textContent).toContain('Pune 411030, Maharashtra (27)')
})

test('weighed goods have their weight and the price per kilogram', () => {
  expect(show(bills.cashMemo, '80').textContent).toContain('Potato, loose1.300 kg × 32.0041.60')
  expect(show(bills.cashMemo, 'a4').textContent).toContain('1.300 KGS32.00')
})

test('a unit price that times the quantity is not the amount is left out', () => {
  const [line, ...rest] = bills.cashMemo.lines
  const odd = {
    ...bills.cashMemo,
    lines: [{ ...line, quantity: 3, gross: 38 } as (typeof rest)[0], ...rest],
  }
  expect(show(odd, '80').querySelector('li')?.textContent).toBe('Poha, Thick, 500 g338.00')
})

test.each(PAPERS)('an unpaid bill has a UPI code on %s, and a paid one has none', (paper) => {
  const { taxInvoice } = bills
  const code = () => document.querySelector('svg[role=img]')?.getAttribute('aria-label')
  expect(
    show(taxInvoice, paper, { owed: 138200, upi: UPI, method: 'Cash or UPI', settled: '' }).textContent,
  ).toContain('To pay₹1,382.00Scan with any UPI appganeshkirana@upi')
  expect(code()).toBe('UPI code for ₹1,382.00 of bill GK/26-27/00641')
  expect(
    show(taxInvoice, paper, { owed: 138200, method: 'Cash on delivery', settled: '' }).textContent,
  ).toContain('To pay₹1,382.00Cash on delivery')
  expect(code()).toBeUndefined()
  expect(show(taxInvoice, paper).textContent).toContain('Paid by UPI ₹1,382.00')
  expect(code()).toBeUndefined()
})

test.each(PAPERS)('a canceled bill is crossed out, has its reason, and asks for no money on %s', (paper) => {
  const canceled = { ...bills.taxInvoice, canceledAt: '2026-11-26T14:00:00Z', reason: 'wrong buyer' }
  const shown = show(canceled, paper, { owed: 138200, upi: UPI, method: 'Cash or UPI', settled: '' })
  expect(shown.querySelector('s')?.textContent).toBe('GK/26-27/00641')
  expect(shown.textContent).toContain('Canceled on 26 Nov 2026: wrong buyer')
  expect(shown.textContent).not.toContain('To pay')
})

test('a roll has the buyer’s address where the law wants it, a sheet always', () => {
  const address = (bill: Bill, paper: Paper) => show(bill, paper).textContent?.includes(bill.buyer.address)
  const dear = { ...bills.taxInvoice, total: 50_000 }
  expect(
    [bills.taxInvoice, dear, bills.otherState, bills.creditNote].map((bill) => address(bill, '80')),
  ).toEqual([false, true, true, true])
  expect(address(bills.taxInvoice, 'a4')).toBe(true)
})

test('the HSN has as many digits as the setting says, and for a business at least four', () => {
  const codes = (bill: Bill, digits: number) => cutHSN(bill, digits).lines.map(({ hsn }) => hsn)
  expect(codes(bills.cess, 0)).toEqual(['', '', ''])
  expect(codes(bills.cess, 4)).toEqual(['3401', '2202', '0902'])
  expect(codes(bills.cess, 6)).toEqual(['340111', '220210', '0902'])
  expect(codes(bills.otherState, 0)).toEqual(['1101', '0902', '1701', '1512', '3402', '2202'])
  const shown = show(cutHSN(bills.taxInvoice, 0), '80')
  expect(shown.textContent).not.toContain('HSN')
  expect(captioned(shown, /By rate/)).toBeDefined()
})

test('a credit note that is too late for the tax says so', () => {
  expect(show({ ...bills.creditNote, moneyOnly: true }, '80').textContent).toContain('changes no tax')
  expect(show(bills.creditNote, '80').textContent).not.toContain('changes no tax')
})

test.each(PAPERS)(
  'a counter bill for a business of another state has its state and the place of supply: %s',
  (paper) => {
    const bill = bills.taxInvoice
    const buyer = { name: 'Anand Stores', gstin: '29AAGCB7383J1Z4', address: '', state: '27' }
    const text = show({ ...bill, buyer }, paper).textContent
    expect(text).toContain('Karnataka (29)')
    expect(text).toMatch(/Place of supply:? ?Maharashtra \(27\)/)
    expect(show(bill, paper).textContent).not.toContain('Place of supply')
  },
)

test.each(PAPERS)(
  "the total in words is in the reader's language on %s, whatever the bill stores",
  (paper) => {
    const stored = { ...bills.taxInvoice, words: 'stored words' }
    expect(show(stored, paper).textContent).toContain(bills.taxInvoice.words)
  },
)
