import { expect, test } from 'vitest'
import type { Need } from './api'
import { describeNeed, formatWait } from './describe-need'

const NOW = Date.parse('2026-11-21T18:48:00+05:30')
const ago = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString()
const need = (about: Partial<Need>): Need => ({
  kind: 'NEW',
  count: 1,
  since: ago(12),
  text: '',
  to: '',
  ...about,
})

test.each([
  [0, '0 min'],
  [59, '59 min'],
  [60, '1 h'],
  [25 * 60, '1 day'],
  [3 * 24 * 60, '3 days'],
])('a need that is %i minutes old has waited %s', (minutes, wait) => {
  expect(formatWait(ago(minutes), NOW)).toBe(wait)
})

test('a need says how much, since when and what to do', () => {
  expect(describeNeed(need({ count: 3, amount: 3073 }), NOW)).toEqual({
    title: '3 new orders',
    hint: 'The first has waited 12 min, ₹3,073 together',
    action: 'Open the desk',
  })
  expect(
    describeNeed(need({ kind: 'REFUNDS_DUE', amount: 120, text: 'Meera Pillai', since: ago(60) }), NOW),
  ).toEqual({
    title: '₹120 to give back',
    hint: 'Meera Pillai, since 5:48 pm',
    action: 'Give back',
  })
  expect(
    describeNeed(need({ kind: 'MAILS', count: 4, text: 'the password is wrong', since: ago(106) }), NOW).hint,
  ).toBe('Since 5:02 pm: the password is wrong')
  expect(
    describeNeed(need({ kind: 'OUT_OF_STOCK', count: 4, since: null, text: 'Atta, Garlic' }), NOW).hint,
  ).toBe('Atta, Garlic and 2 more that sell')
})

test('an unreachable payment provider is reported with the time', () => {
  expect(describeNeed(need({ kind: 'PAYMENTS', since: ago(60) }), NOW).hint).toContain('since 5:48 pm')
})

test('damaged data is reported with its fault and without a link', () => {
  expect(describeNeed(need({ kind: 'DAMAGE', text: 'The stock of Atta is wrong.' }), NOW)).toEqual({
    title: 'The data is damaged: no orders are taken',
    hint: 'The stock of Atta is wrong. Whoever runs the server should repair it.',
    action: '',
  })
})

test('a packer sees no amounts', () => {
  expect(describeNeed(need({}), NOW)).toMatchObject({ title: '1 new order', hint: 'It has waited 12 min' })
  expect(describeNeed(need({ kind: 'REFUNDS_DUE', count: 2, text: 'Meera' }), NOW).title).toBe(
    '2 refunds are due',
  )
})

test('unreachable pictures are reported with the time', () => {
  expect(describeNeed(need({ kind: 'PICTURES', since: ago(12) }), NOW)).toEqual({
    title: 'Pictures cannot be shown or uploaded',
    hint: 'Since 6:36 pm. Orders go on. Tell whoever looks after the server',
    action: '',
  })
})

test('unreachable phones are reported with owner, time and remedy', () => {
  expect(describeNeed(need({ kind: 'PUSHES', text: 'Bala', since: ago(12) }), NOW)).toEqual({
    title: '1 phone is not woken by new orders',
    hint: 'Bala, since 6:36 pm: the push service does not respond. Keep the desk open',
    action: 'Open the desk',
  })
  expect(describeNeed(need({ kind: 'PUSHES', count: 3, text: 'Bala', since: ago(12) }), NOW).hint).toContain(
    'Bala and others, since',
  )
})

test('copies that are late or cannot be restored are reported with time and reason', () => {
  expect(describeNeed(need({ kind: 'COPIES', since: ago(12), text: 'no connection' }), NOW)).toEqual({
    title: 'The last copy of the shop is 12 min old',
    hint: 'no connection. Tell whoever looks after the server',
    action: '',
  })
  expect(describeNeed(need({ kind: 'COPIES', since: null }), NOW).title).toBe('The shop is not copied')
  expect(
    describeNeed(need({ kind: 'COPY_CHECK', since: ago(60), text: 'a page is damaged' }), NOW),
  ).toMatchObject({
    title: 'The last copy of the shop could not be restored',
    hint: 'Tried 5:48 pm. a page is damaged. Tell whoever looks after the server',
  })
})
