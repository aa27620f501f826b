import { expect, test } from 'vitest'
import { cartLine, product } from '@/specification/mock-server'
import { cartChanges, isUnchanged } from './cart-changes'

const milk = cartLine()
const dal = cartLine({ _id: 'line-dal', productId: product({ _id: 'dal', name: 'Toor Dal' }) })

test('an unchanged cart has no changes, and an added line is not a change', () => {
  expect(cartChanges([milk], [dal, milk])).toEqual({ prices: [], quantities: [], gone: [] })
})

test('changed prices are listed as the price of one piece after the discount', () => {
  const dearer = cartLine({ productId: product({ price: 120 }) })
  const cheaper = cartLine({ ...dal, productId: { ...dal.productId, discount: 20 } })
  expect(cartChanges([milk, dal], [dearer, cheaper]).prices).toEqual([
    { id: milk._id, name: 'Toned Milk', before: 9000, now: 11_000 },
    { id: 'line-dal', name: 'Toor Dal', before: 9000, now: 8000 },
  ])
})

test('a line that was removed from the cart is listed', () => {
  expect(cartChanges([milk, dal], [milk]).gone).toEqual([{ id: 'line-dal', name: 'Toor Dal' }])
})

test('a changed quantity is listed with its old and new value', () => {
  expect(cartChanges([milk], [cartLine({ quantity: 1 })]).quantities).toEqual([
    { id: milk._id, name: 'Toned Milk', before: 2, now: 1 },
  ])
})

test('a cart with the same lines, quantities and prices is unchanged, whatever the ids of its lines', () => {
  expect(isUnchanged([milk, dal], [dal, { ...milk, _id: 'confirmed' }])).toBe(true)
  const small = cartLine({ size: 'S' })
  const otherCarts = [[milk], [milk, dal, small], [milk, { ...dal, quantity: 1 }], [small, dal]]
  expect(otherCarts.map((lines) => isUnchanged([milk, dal], lines))).toEqual([false, false, false, false])
})
