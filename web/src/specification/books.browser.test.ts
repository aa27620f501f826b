import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Books } from '@/features/books/api'
import { axeViolations } from './axe-violations'
import { open, PHONE } from './browser-screen'
import { administrator, okResponse } from './mock-server'

const amounts = (rupees: number) => ({
  taxable: rupees,
  igst: 0,
  cgst: 0,
  sgst: 0,
  cess: 0,
  withTax: rupees,
})

/** Returns a month of a shop whose bills show no tax: 613 of taxable and 536 of exempt goods, as for a composition shop. */
const month = (standing: Books['standing']): Books => ({
  standing,
  sales: { ...amounts(1184), documents: 6 },
  notes: { ...amounts(-35), documents: 1 },
  roundOff: 0,
  rates: [
    { ...amounts(613), rate: '' },
    { ...amounts(536), rate: 'exempt' },
  ],
  issued: [{ notes: false, from: 'B/26-27/00001', to: 'B/26-27/00006', count: 6, canceled: 0 }],
  kinds: [{ kind: standing === 'COMPOSITION' ? 'BILL_OF_SUPPLY' : 'CASH_MEMO', count: 6 }],
  canceled: [],
  boxes: [],
  inputTax: { taxable: 0, igst: 0, cgst: 0, sgst: 0, cess: 0 },
  otherStates: [],
  hsn: [],
  cmp08: {
    gstin: '',
    turnover: standing === 'COMPOSITION' ? 1149 : 0,
    turnoverOfTaxableGoods: standing === 'COMPOSITION' ? 613 : 0,
  },
  check: { boxes: 1149, hsn: 1149, documents: 1149, agrees: true },
  missing: 0,
  warnings: [],
  waiting: { count: 0, total: 0, since: null },
  closed: [],
  corrections: [],
  keptOpen: 'November is not over. It can be closed from 1 December on.',
})

const openBooks = (standing: Books['standing']) =>
  open('/dashboard/books?month=2026-11', {
    as: 'administrator',
    size: PHONE,
    responses: {
      'GET /api/user/user-details': okResponse({ ...administrator, staffRole: 'OWNER' }),
      'GET /api/books': okResponse(month(standing)),
      'GET /api/books/sales': okResponse([], { totalCount: 0, totalNoPage: 0 }),
    },
  })

test('the books of an unregistered shop do not mention tax', async () => {
  await openBooks('UNREGISTERED')
  const figures = page.getByRole('region', { name: 'The figures' })
  await expect.element(figures).toHaveTextContent('Sales₹1,149')
  await expect.element(page.getByRole('main')).not.toHaveTextContent(/GST|CGST|\btax\b|CMP-08/i)
  expect(await axeViolations()).toEqual([])
})

test('a composition shop sees both turnovers, and the bills behind each', async () => {
  const { requests } = await openBooks('COMPOSITION')
  const figures = page.getByRole('region', { name: 'The figures' })
  await expect.element(figures).toHaveTextContent('Taxable goods₹613')
  await expect.element(figures).toHaveTextContent('Exempt₹536')
  await expect.element(page.getByRole('main')).not.toHaveTextContent(/GSTR|CGST/)
  expect(await axeViolations()).toEqual([])
  const turnovers = page.getByRole('region', { name: 'CMP-08' })
  await turnovers.getByRole('link', { name: 'Taxable goods' }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('CMP-08 Taxable goods')
  const asked = requests.filter(({ call }) => call === 'GET /api/books/sales')
  expect(asked.map(({ query }) => new URLSearchParams(query).get('box'))).toEqual(['CMP-08 taxable'])
})
