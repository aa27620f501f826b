import { expect, test } from 'vitest'
import { openShop } from '@/specification/mock-server'
import { orderLimits } from './order-limits'
import { closingOf, delivers } from './shop-rules'

const OPENS_AT = '2026-11-23T01:30:00Z'
const closed = { ...openShop, open: false, opensAt: OPENS_AT }

test('a shop without settings has no limits', () => {
  for (const shop of [undefined, openShop])
    expect(orderLimits(shop, 100, '999999')).toEqual({
      closing: undefined,
      missing: 0,
      minimum: 0,
      outside: undefined,
      blocked: false,
    })
})

test('a closed shop takes orders only when it takes pre-orders, a paused one never', () => {
  expect(closingOf(openShop)).toBeUndefined()
  const opensAt = new Date(OPENS_AT)
  expect(closingOf(closed)).toEqual({ paused: false, opensAt, takesOrders: false })
  expect(closingOf({ ...closed, preorders: true })).toEqual({ paused: false, opensAt, takesOrders: true })
  const paused = { ...closed, preorders: true, pausedUntil: '2026-11-23T17:30:00Z', resumesAt: OPENS_AT }
  expect(closingOf(paused), 'the pause ends while it is closed').toEqual({
    paused: true,
    opensAt,
    takesOrders: false,
  })
  expect(closingOf({ ...closed, opensAt: null })?.opensAt).toBeUndefined()
  expect(orderLimits(closed, 100).blocked).toBe(true)
  expect(orderLimits({ ...closed, preorders: true }, 100).blocked).toBe(false)
})

test('the missing amount of a cart below the smallest order is exact to the paisa, and 0 for an empty cart', () => {
  const shop = { ...openShop, minOrder: 199.5 }
  expect(orderLimits(shop, 19_949)).toMatchObject({ missing: 1, minimum: 19_950, blocked: true })
  expect(orderLimits(shop, 19_950)).toMatchObject({ missing: 0, blocked: false })
  expect(orderLimits(shop, 0)).toMatchObject({ missing: 0, blocked: false })
})

test('a pincode that the shop does not list is outside, whatever its spaces', () => {
  const shop = { ...openShop, pincodes: ['411001', '411004'] }
  expect(delivers(shop, '411 004')).toBe(true)
  expect(orderLimits(shop, 100, '411038').outside).toBe('411038')
  expect(orderLimits(shop, 100).outside).toBeUndefined()
})
