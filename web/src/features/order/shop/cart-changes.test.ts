import { expect, test } from 'vitest'
import { cartLine, product } from '@/specification/mock-server'
import { cartChanges } from './cart-changes'

const milk = cartLine()
const dal = cartLine({ _id: 'line-dal', productId: product({ _id: 'dal', name: 'Toor Dal' }) })

test('an unchanged cart has no changes, and an added line counts as none', () => {
  expect(cartChanges([milk], [dal, milk])).toEqual({ prices: [], gone: [] })
})

test('prices that rose and fell are named with what one piece costs, discount off', () => {
  const dearer = cartLine({ productId: product({ price: 120 }) })
  const cheaper = cartLine({ ...dal, productId: { ...dal.productId, discount: 20 } })
  expect(cartChanges([milk, dal], [dearer, cheaper]).prices).toEqual([
    { id: milk._id, name: 'Toned Milk', before: 9000, now: 11_000 },
    { id: 'line-dal', name: 'Toor Dal', before: 9000, now: 8000 },
  ])
})

test('a line that has left the cart is named', () => {
  expect(cartChanges([milk, dal], [milk]).gone).toEqual([{ id: 'line-dal', name: 'Toor Dal' }])
})
