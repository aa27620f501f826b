import { expect, test } from 'vitest'
import type { CartLine } from './api'
import { shortagesOf } from './shortages'

function line(productId: string, stock: number, quantity: number, size?: string): CartLine {
  const now = '2026-01-01T00:00:00Z'
  const category = { _id: 'category', name: 'Category' }
  return {
    _id: `${productId}${size ?? ''}`,
    productId: {
      _id: productId,
      name: productId,
      image: [],
      ownImages: false,
      category: category,
      subCategory: category,
      unit: '1 kg',
      stock,
      soldBy: 'PIECE',
      price: 10,
      discount: 0,
      discription: '',
      more_details: {},
      publish: true,
      createdAt: now,
      updatedAt: now,
    },
    quantity,
    size,
    createdAt: now,
    updatedAt: now,
  }
}

function shortages(lines: CartLine[]) {
  return shortagesOf(lines).map(({ line: { _id }, left }) => [_id, left])
}

test('a cart within the stock has no shortages', () => {
  expect(shortages([line('rice', 5, 5), line('dal', 9, 1)])).toEqual([])
})

test('each line that exceeds the stock is reported with the available pieces', () => {
  expect(shortages([line('rice', 3, 5), line('dal', 0, 1)])).toEqual([
    ['rice', 3],
    ['dal', 0],
  ])
})

test('lines of one product share its stock', () => {
  expect(shortages([line('shirt', 4, 3, 'M'), line('shirt', 4, 3, 'L')])).toEqual([['shirtL', 1]])
})
