import { expect, test } from 'vitest'
import { parseAmount, parseDiscount } from './amount'

test.each([
  ['1,000', 100_000],
  ['₹19.60', 1960],
  ['१,०००', 100_000],
  ['19.6', 1960],
  ['5.', 500],
  ['', undefined],
  ['1.005', undefined],
  ['-5', undefined],
  ['12345678', undefined],
  ['five', undefined],
])('"%s" is %s paise', (text, amount) => expect(parseAmount(text)).toBe(amount))

test.each([
  ['5', { percent: 5 }],
  ['५ %', { percent: 5 }],
  ['₹२०', { amount: 2000 }],
  ['2.5 %', { percent: 2.5 }],
  ['₹20', { amount: 2000 }],
  ['Rs. 19.60', { amount: 1960 }],
  [' ', undefined],
  ['101', null],
  ['-5', null],
  ['₹', null],
])('"%s" taken off', (text, discount) => expect(parseDiscount(text)).toEqual(discount))
