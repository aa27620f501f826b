import { beforeEach, expect, test } from 'vitest'
import { dropDraft, keepDraft, readDraft } from './draft'
import { BLANK } from './product-form'

const typed = { ...BLANK, name: 'Ragi', image: ['/media/a.jpg'] }

beforeEach(() => sessionStorage.clear())

test('what was filled in comes back for the one who filled it in', () => {
  keepDraft('ramesh', typed)
  expect(readDraft('ramesh')).toEqual(typed)
  expect(readDraft('asha')).toBeUndefined()
  dropDraft()
  expect(readDraft('ramesh')).toBeUndefined()
})

test('an empty form leaves nothing behind, and what cannot be read counts as nothing', () => {
  keepDraft('ramesh', typed)
  keepDraft('ramesh', BLANK)
  expect(sessionStorage.length).toBe(0)
  sessionStorage.setItem('productDraft', '{"by":"ramesh","values":{}}')
  expect(readDraft('ramesh')).toBeUndefined()
})
