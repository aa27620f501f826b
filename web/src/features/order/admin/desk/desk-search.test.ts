import { expect, test } from 'vitest'
import { orderFilter } from './desk-filter'
import { deskSearch } from './desk-search'

const EVENING_IN_UTC = Date.parse('2026-11-20T19:00:00Z')

test('invalid search parameters are left out', () => {
  expect(
    deskSearch({ show: 'LOST', q: '  ', day: 'ever', area: '41', rider: ' ', payment: 'GOLD', page: 'x' }),
  ).toEqual({})
  expect(
    deskSearch({ show: 'OUT', q: 1042, day: 'week', area: 411001, rider: 'Raju', payment: 'COD', page: '2' }),
  ).toEqual({
    show: 'OUT',
    q: '1042',
    day: 'week',
    area: '411001',
    rider: 'Raju',
    payment: 'COD',
    page: 2,
  })
})

test('the desk lists open orders, a search orders of every stage, and the filter Done those of today, as its count does', () => {
  expect(orderFilter({}, EVENING_IN_UTC)).toEqual({ stage: 'OPEN' })
  expect(orderFilter({ q: '1042' }, EVENING_IN_UTC)).toEqual({ stage: undefined, q: '1042' })
  expect(orderFilter({ show: 'DONE' }, EVENING_IN_UTC)).toEqual({
    stage: 'DONE',
    finishedFrom: '2026-11-21',
  })
  expect(orderFilter({ show: 'DONE', day: 'yesterday' }, EVENING_IN_UTC)).toEqual({
    stage: 'DONE',
    finishedFrom: '2026-11-20',
    finishedTo: '2026-11-20',
  })
  expect(orderFilter({ show: 'PROBLEMS', day: 'yesterday' }, EVENING_IN_UTC)).toEqual({
    problems: true,
    from: '2026-11-20',
    to: '2026-11-20',
  })
})
