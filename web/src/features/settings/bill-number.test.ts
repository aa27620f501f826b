import { expect, test } from 'vitest'
import { billNumber, creditPrefix, financialYear } from './bill-number'
import { hasValidCheckCharacter } from './gst'

test('a financial year begins on 1 April in India', () => {
  expect(financialYear(new Date('2027-03-31T18:29:59Z'))).toBe('26-27')
  expect(financialYear(new Date('2027-03-31T18:30:00Z'))).toBe('27-28')
  expect(financialYear(new Date('2026-11-26T12:00:00Z'), 1)).toBe('27-28')
})

test('a number has at most 16 characters', () => {
  expect(billNumber('GK', '26-27', 743)).toBe('GK/26-27/00743')
  expect(billNumber('GKST', '26-27', 100_000)).toBe('GKST/2627/100000')
})

test('credit notes have another prefix', () => {
  expect(['B', 'GK', 'GKST', 'GKSC'].map(creditPrefix)).toEqual(['BC', 'GKC', 'GKSC', 'GKSN'])
})

test('the check character of a GSTIN is verified', () => {
  for (const gstin of ['27AAAPK0000A1ZX', '29DDDCH0000D1Z5', '24eeepg0000e2zi'])
    expect(hasValidCheckCharacter(gstin)).toBe(true)
  for (const gstin of ['27AAAPK0000A1ZY', '27AAAPK0000A1Z', '', '27AAAPK0000A1Z!'])
    expect(hasValidCheckCharacter(gstin)).toBe(false)
})
