import { expect, test } from 'vitest'
import { formatWeight } from '@/lib/weight'
import type { CounterProduct } from './counter'
import { gramsOf, parseWeight, priceOfWeight, priceText } from './weight'

const onion: CounterProduct = {
  _id: 'onion',
  name: 'Onion',
  unit: '250 g',
  price: 11.25,
  discount: 0,
  stock: 10,
  grams: 250,
  tax: 0,
}

test.each([
  ['0.350', { grams: 350 }],
  ['.35', { grams: 350 }],
  ['2', { grams: 2000 }],
  ['350 g', { grams: 350 }],
  ['350g', { grams: 350 }],
  ['1.5kg', { grams: 1500 }],
  ['०.३५०', { grams: 350 }],
  ['३५० g', { grams: 350 }],
  ['₹20', { amount: 2000 }],
  ['Rs. 12.50', { amount: 1250 }],
  ['', undefined],
  ['0', undefined],
  ['₹0', undefined],
  ['0.0001', undefined],
  ['1001', undefined],
  ['onion', undefined],
])('"%s" is a weight or an amount, or neither', (text, weight) => {
  expect(parseWeight(text)).toEqual(weight)
})

test('a number beside ₹ is an amount', () => {
  expect(parseWeight('20', true)).toEqual({ amount: 2000 })
  expect(parseWeight('350 g', true)).toBeUndefined()
})

test("a weight costs its share of the unit's price; an amount is charged exactly and determines the grams", () => {
  expect(priceOfWeight(onion, { grams: 350 })).toBe(1575)
  expect(priceOfWeight(onion, { grams: 6 })).toBe(27)
  expect(priceOfWeight(onion, { amount: 2000 })).toBe(2000)
  expect(gramsOf(onion, { amount: 2000 })).toBe(444)
  expect(gramsOf(onion, { amount: 1 })).toBe(1)
})

test('prices are shown per kilogram, and weights below one kilogram in grams', () => {
  expect(priceText(onion)).toBe('₹45 a kg')
  expect([formatWeight(350), formatWeight(1350)]).toEqual(['350 g', '1.35 kg'])
})
