import { expect, test } from 'vitest'
import { portalAmount, sumOf } from './amounts'
import { booksSearch } from './books-search'
import { periodOf, shiftPeriod } from './period'

const NIGHT = Date.parse('2026-10-31T19:00:00Z') // 1 November, 0:30 am in India

test('a period is the current month in India, a given month, or its GST quarter', () => {
  expect(periodOf({}, NIGHT)).toMatchObject({
    month: '2026-11',
    from: '2026-11-01',
    to: '2026-11-30',
    name: 'November 2026',
  })
  expect(periodOf({ month: '2028-02' }, NIGHT)).toMatchObject({ from: '2028-02-01', to: '2028-02-29' })
  const quarter = periodOf({ month: '2026-12', quarter: true }, NIGHT)
  expect(quarter).toMatchObject({ from: '2026-10-01', to: '2026-12-31', name: 'October to December 2026' })
  expect([shiftPeriod(quarter, 1), shiftPeriod(quarter, -1)]).toEqual(['2027-01', '2026-07'])
  expect([
    shiftPeriod(periodOf({ month: '2026-12' }, NIGHT), 1),
    shiftPeriod(periodOf({ month: '2026-01' }, NIGHT), -1),
  ]).toEqual(['2027-01', '2025-12'])
})

test('invalid search parameters show the current month', () => {
  expect(booksSearch({ month: '2026-13', page: 'x' })).toEqual(booksSearch({}))
  expect(booksSearch({ month: '2026-11', quarter: true, box: '4A', page: 2 })).toMatchObject({
    month: '2026-11',
    quarter: true,
    box: '4A',
    page: 2,
  })
})

test('amounts are written as on the portal and added without drift', () => {
  expect([portalAmount(479557), portalAmount(0.1), portalAmount(-121.14), portalAmount(0)]).toEqual([
    '4,79,557.00',
    '0.10',
    '−121.14',
    '0.00',
  ])
  const amounts = { taxable: 0.1, igst: 0.2, cgst: 0, sgst: 0, cess: 0, withTax: 0.3 }
  expect(sumOf([amounts, amounts, amounts])).toMatchObject({ taxable: 0.3, igst: 0.6, withTax: 0.9 })
})
