import { expect, test } from 'vitest'
import type { Line } from './api'
import { roundedSums, wholeRupees } from './round-off'

type Order = Parameters<typeof roundedSums>[0]

const row = (totalAmt: number, payment_status: Line['payment_status']) =>
  ({ totalAmt, payment_status, delivery_status: 'PENDING' }) as Line

const anOrder = (lines: Line[], collectAmt: number, roundOff: number, refundDue = 0) => {
  const totalAmt = lines.reduce((sum, line) => sum + line.totalAmt * 100, 0) / 100
  return { rows: lines, totalAmt, collectAmt, roundOff, refundDue, rounded: true } as Order
}

test('half a rupee is rounded up', () => {
  expect([52_249, 52_250, 30, 0].map(wholeRupees)).toEqual([52_200, 52_300, 0, 0])
})

test('the amount to collect after a change is whole rupees', () => {
  const unpaid = anOrder([row(400.3, 'COD'), row(122.3, 'COD')], 523, 0.4)
  expect(roundedSums(unpaid, { total: 46_145, collect: 46_185, refundDue: 0 })).toEqual({
    total: 46_145,
    collect: 46_100,
    refundDue: 0,
  })
  expect(roundedSums({ ...unpaid, rounded: false }, { total: 1, collect: 2, refundDue: 3 }).collect).toBe(2)
})

test('after a partial refund the rest is whole rupees, and a full refund is the paid amount', () => {
  const paid = anOrder([row(400.3, 'PAID'), row(122.3, 'PAID')], 0, 0.4)
  expect(roundedSums(paid, { total: 42_230, collect: 0, refundDue: 10_030 }).refundDue).toBe(10_100)
  expect(roundedSums(paid, { total: 0, collect: 0, refundDue: 52_260 }).refundDue).toBe(52_300)
})

test('additions to a paid order are collected, up to the new total', () => {
  const paid = anOrder([row(522.6, 'PAID')], 0, 0.4)
  const more = anOrder([row(522.6, 'PAID'), row(50.3, 'COD')], 50, 0.1)
  expect(roundedSums(paid, { total: 57_290, collect: 5030, refundDue: 0 }).collect).toBe(5000)
  expect(roundedSums(more, { total: 55_775, collect: 3485, refundDue: 0 }).collect).toBe(3500)
})
