import { expect, test } from 'vitest'
import type { Order } from '../orders-api'
import { ageInMinutes, formatAge, groupByStage, orderSums, USUAL_AGES, urgency } from './grouping'

const anOrder = (number: number, stage: Order['stage'], minute: number, totalAmt = 0) =>
  ({
    number,
    stage,
    createdAt: `2026-11-21T10:${String(minute).padStart(2, '0')}:00Z`,
    itemCount: 2,
    totalAmt,
    roundOff: 0,
    collectAmt: totalAmt,
  }) as Order

test('groups are in the order of the stages, with the oldest open and the newest done orders first', () => {
  const groups = groupByStage([
    anOrder(4, 'DONE', 1),
    anOrder(3, 'NEW', 9),
    anOrder(5, 'DONE', 2),
    anOrder(2, 'OUT', 5),
    anOrder(1, 'NEW', 3),
  ])
  expect(groups.map(({ stage, orders }) => [stage, orders.map(({ number }) => number)])).toEqual([
    ['NEW', [1, 3]],
    ['OUT', [2]],
    ['DONE', [5, 4]],
  ])
})

test('an age is slow or late by stage, and neither once the order has left', () => {
  const at = (stage: Order['stage'], ...minutes: number[]) =>
    minutes.map((age) => urgency(stage, age, USUAL_AGES))
  expect(at('NEW', 9, 10, 29, 30)).toEqual(['calm', 'slow', 'slow', 'late'])
  expect(at('PACKING', 14, 15, 30)).toEqual(['calm', 'slow', 'late'])
  expect(at('PACKED', 29, 30)).toEqual(['calm', 'late'])
  expect(at('OUT', 500)).toEqual(['calm'])
  const strict = { newMinutes: 2, packingMinutes: 4, lateMinutes: 6 }
  expect([1, 2, 5, 6].map((age) => urgency('NEW', age, strict))).toEqual(['calm', 'slow', 'slow', 'late'])
})

test('ages are in whole minutes, hours or days and are never negative', () => {
  expect(ageInMinutes(anOrder(1, 'NEW', 3), Date.parse('2026-11-21T10:15:59Z'))).toBe(12)
  expect(ageInMinutes(anOrder(1, 'NEW', 3), Date.parse('2026-11-21T10:00:00Z'))).toBe(0)
  expect([0, 119, 120, 2879, 2880, 1440 * 9].map(formatAge)).toEqual([
    '0 min',
    '119 min',
    '2 h',
    '47 h',
    '2 days',
    '9 days',
  ])
})

test('selected orders are summed in whole paise', () => {
  expect(orderSums([anOrder(1, 'NEW', 1, 0.1), anOrder(2, 'NEW', 2, 0.2)])).toEqual({
    items: 4,
    amount: 30,
    roundOff: 0,
    collect: 30,
    claims: 0,
  })
})

test('claimed UPI payments are not part of the amount to collect', () => {
  const claimed = { ...anOrder(2, 'OUT', 2, 50), problems: ['CLAIM'] } as Order
  const { collect, claims } = orderSums([anOrder(1, 'OUT', 1, 40), claimed])
  expect([collect, claims]).toEqual([4000, 1])
})
