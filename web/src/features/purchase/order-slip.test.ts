import { expect, test } from 'vitest'
import { orderText } from './order-slip'

test('an order names packs and pieces, and no prices', () => {
  const item = (name: string, packSize: number) =>
    ({ product: { name, unit: '1 L', price: 195 }, packSize }) as never
  const text = orderText('Sunita Stores', [
    { item: item('Mustard Oil', 12), packs: 2 },
    { item: item('Atta', 1), packs: 10 },
  ])
  expect(text).toBe('Sunita Stores orders:\nMustard Oil 1 L: 2 × 12 = 24\nAtta 1 L: 10')
})
