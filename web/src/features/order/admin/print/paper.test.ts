import { expect, test } from 'vitest'
import { pageRules } from '@/lib/page-rules'
import { printSearch } from './paper'

const [first, second] = ['65f1a2b3c4d5e6f708192a3b', '65f1a2b3c4d5e6f708192a3c']

test('invalid search parameters print a slip of the valid ids', () => {
  expect(printSearch({ ids: `${first},<b>,${second},${first}`, kind: 'poster', paper: '70' })).toEqual({
    ids: `${first},${second}`,
    kind: 'slip',
    paper: undefined,
  })
  expect(printSearch({})).toEqual({ ids: '', kind: 'slip' })
})

test('a numeric paper in the URL is recognized', () => {
  expect(printSearch({ ids: first, kind: 'bill', paper: 58 })).toEqual({
    ids: first,
    kind: 'bill',
    paper: '58',
  })
})

test('at most a hundred orders are printed at once', () => {
  const many = Array.from(
    { length: 120 },
    (_, index) => `65f1a2b3c4d5e6f7081${String(index).padStart(5, '0')}`,
  )
  expect(printSearch({ ids: many.join(',') }).ids.split(',')).toEqual(many.slice(0, 100))
})

test('on a roll each paper is a page of its own length, on sheets all pages are A4', () => {
  const rules = pageRules('80', [378, 755.9])
  expect(rules).toContain('@page roll-0 { size: 80mm 103mm; margin: 0; }')
  expect(rules).toContain('@page roll-1 { size: 80mm 202mm; margin: 0; }')
  expect(rules).toContain('[data-page="1"] { page: roll-1; }')
  expect(pageRules('58', [378])).toContain('size: 58mm 103mm')
  expect(pageRules('a4', [378])).toBe('@page { size: A4; margin: 12mm; }')
})
