import { expect, test } from 'vitest'
import { ScanDecoder } from './scan-decoder'

const CODE = '8901234567894'

/** Presses keys one after another, each some milliseconds after the one before; returns the codes of the scans. */
function scansOf(keys: string[], gap: number, decoder = new ScanDecoder(), from = 0): string[] {
  return keys.flatMap((key, index) => {
    const decoded = decoder.press(key, from + index * gap)
    return decoded.kind === 'scan' ? [decoded.code] : []
  })
}

const typed = (text: string) => [...text, 'Enter']

test.each([
  ['a scanner of 1 ms a key', typed(CODE), 1, [CODE]],
  ['a scanner of 5 ms a key', typed(CODE), 5, [CODE]],
  ['a scanner of 20 ms a key', typed(CODE), 20, [CODE]],
  ['the slowest scanner', typed(CODE), 50, [CODE]],
  ['an EAN-8', typed('96385074'), 20, ['96385074']],
  ['letters with their Shift', ['Shift', 'A', 'Shift', 'B', ...typed('-12345')], 5, ['AB-12345']],
  ['a person who types fast', typed(CODE), 51, []],
  ['too few signs', typed('12345'), 5, []],
  ['a code without Enter', [...CODE], 5, []],
  ['a code that another key cuts', [...'890123', 'ArrowUp', ...'4567', 'Enter'], 5, []],
])('%s', (_, keys, gap, codes) => expect(scansOf(keys, gap)).toEqual(codes))

test('30 scans one right after the other are 30 scans', () => {
  const codes = Array.from({ length: 30 }, (_, index) => String(8901000000000 + index))
  expect(scansOf(codes.flatMap(typed), 1)).toEqual(codes)
})

test('typed signs before a pause are no part of the scan after it', () => {
  const decoder = new ScanDecoder()
  expect(scansOf(['6', '*'], 120, decoder)).toEqual([])
  expect(scansOf(typed(CODE), 5, decoder, 1000)).toEqual([CODE])
})

test('the second Enter of CR LF is dropped, a later one is a person’s', () => {
  const decoder = new ScanDecoder()
  scansOf(typed(CODE), 5, decoder)
  expect(decoder.press('Enter', 70)).toEqual({ kind: 'repeat' })
  expect(decoder.press('Enter', 400)).toEqual({ kind: 'other' })
})
