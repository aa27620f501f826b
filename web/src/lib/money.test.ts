import { describe, expect, test } from 'vitest'
import { formatAmount, formatRupees, formatSignedRupees, payable, toPaise } from './money'

describe('money', () => {
  test('rupees become paise without binary drift', () => {
    expect(toPaise(19.99)).toBe(1999)
    expect(toPaise(1.1 + 2.2)).toBe(330)
    expect(toPaise(49.5)).toBe(4950)
  })

  test('the payable price is subtracted in paise', () => {
    expect(payable({ price: 0.3, discount: 0.1 })).toBe(20)
    expect(payable({ price: 720, discount: 121 })).toBe(59900)
  })

  test.each([
    [0, '₹0'],
    [2800, '₹28'],
    [4950, '₹49.50'],
    [4905, '₹49.05'],
    [124900, '₹1,249'],
    [10000000, '₹1,00,000'],
    [1234567890, '₹1,23,45,678.90'],
    [-500, '−₹5'],
    [-4905, '−₹49.05'],
  ])('%i paise read %s', (paise, text) => {
    expect(formatRupees(paise)).toBe(text)
  })

  test('a change has its sign, and a column two decimals', () => {
    expect([40, -30, 0].map(formatSignedRupees)).toEqual(['+₹0.40', '−₹0.30', '₹0'])
    expect([47_955_700, 10, -12_114, 0].map(formatAmount)).toEqual(['4,79,557.00', '0.10', '−121.14', '0.00'])
  })
})
