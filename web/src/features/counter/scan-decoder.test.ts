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

test('30 scans in immediate succession are 30 scans', () => {
  const codes = Array.from({ length: 30 }, (_, index) => String(8901000000000 + index))
  expect(scansOf(codes.flatMap(typed), 1)).toEqual(codes)
})

/** Scans into an empty field with a key each 5 ms, but one pause before the key at an index. */
function pausedScan(pause: number, at: number): string[] {
  const decoder = new ScanDecoder()
  return typed(CODE).flatMap((key, index) => {
    const time = index * 5 + (index >= at ? pause : 0)
    const decoded = decoder.press(key, time, CODE.slice(0, index))
    return decoded.kind === 'scan' ? [decoded.code] : []
  })
}

test.each([60, 200, 400])('a pause of %i ms before any key of a scan does not cut its code', (pause) => {
  for (let at = 0; at <= CODE.length; at++) expect(pausedScan(pause, at), `before key ${at}`).toEqual([CODE])
})

test('slow keys in an empty field belong to the code if fast keys follow', () => {
  const decoder = new ScanDecoder()
  const times = typed(CODE).map((_, index) => (index < 4 ? index * 70 : 210 + (index - 3) * 5))
  const decoded = typed(CODE).map((key, index) => decoder.press(key, times[index] ?? 0, CODE.slice(0, index)))
  expect(decoded.at(-1)).toEqual({ kind: 'scan', code: CODE, length: CODE.length })
})

test.each([
  ['a sum is typed', '500', '70'],
  ['pieces are typed', '6*', ''],
])('a scan while %s contains only its own characters', (_, keys, text) => {
  const decoder = new ScanDecoder()
  for (const [index, key] of [...keys].entries()) decoder.press(key, index * 120, text + keys.slice(0, index))
  expect(scansOf(typed(CODE), 5, decoder, keys.length * 120 + 200)).toEqual([CODE])
})

test('characters before a long pause do not belong to the scan after it', () => {
  const decoder = new ScanDecoder()
  expect(scansOf(['6'], 120, decoder)).toEqual([])
  expect(scansOf(typed(CODE), 5, decoder, 1000)).toEqual([CODE])
})

test('the second Enter of CR LF is dropped; a later Enter, or one after another key, was typed', () => {
  const decoder = new ScanDecoder()
  scansOf(typed(CODE), 5, decoder)
  expect(decoder.press('Enter', 70)).toEqual({ kind: 'repeat' })
  expect(decoder.press('Enter', 400)).toEqual({ kind: 'other' })
  scansOf(typed(CODE), 5, decoder, 1000)
  expect(decoder.press('F9', 1075)).toEqual({ kind: 'other' })
  expect(decoder.press('Enter', 1080)).toEqual({ kind: 'other' })
})
