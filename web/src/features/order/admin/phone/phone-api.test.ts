import { expect, test } from 'vitest'
import type { Product } from '@/features/catalog/api'
import { readEntry, sumOf, withPieces, withWish } from './phone-api'

const dal = { _id: 'dal', price: 120, discount: 20 } as Product
const rice = { _id: 'rice', price: 80, discount: 0 } as Product

test('a number and a star before the product set its quantity', () => {
  expect(readEntry('3*toor dal')).toEqual({ quantity: 3, query: 'toor dal' })
  expect(readEntry('३*toor dal')).toEqual({ quantity: 3, query: 'toor dal' })
  expect(readEntry(' 12 x milk ')).toEqual({ quantity: 12, query: 'milk' })
  expect(readEntry('7 up')).toEqual({ quantity: 1, query: '7 up' })
  expect(readEntry('0*dal')).toEqual({ quantity: 1, query: 'dal' })
})

test('more pieces of a line keep its wish', () => {
  const lines = withPieces(withWish(withPieces([], dal, 1), 'dal', 'CALL'), dal, 1)
  expect(lines).toEqual([{ product: dal, quantity: 2, wish: 'CALL' }])
})

test('a product is one line of at most 99 pieces, and is removed with its last piece', () => {
  const lines = withPieces(withPieces(withPieces([], dal, 3), rice, 1), dal, 2)
  expect(lines.map(({ quantity }) => quantity)).toEqual([5, 1])
  expect(sumOf(lines)).toBe(58_000)
  expect(withPieces(lines, dal, 98)[0]?.quantity).toBe(99)
  expect(withPieces(lines, rice, -1)).toHaveLength(1)
})
