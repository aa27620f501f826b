import { beforeEach, expect, test } from 'vitest'
import { clearDraft, readDraft, saveDraft } from './product-draft'
import { EMPTY_PRODUCT } from './product-form'

const typed = { ...EMPTY_PRODUCT, name: 'Ragi', image: ['/media/a.jpg'] }

beforeEach(() => sessionStorage.clear())

test('a draft is restored for the user who typed it', () => {
  saveDraft('ramesh', typed)
  expect(readDraft('ramesh')).toEqual(typed)
  expect(readDraft('asha')).toBeUndefined()
  clearDraft()
  expect(readDraft('ramesh')).toBeUndefined()
})

test('an empty form leaves no draft, and an unreadable draft is ignored', () => {
  saveDraft('ramesh', typed)
  saveDraft('ramesh', EMPTY_PRODUCT)
  expect(sessionStorage.length).toBe(0)
  sessionStorage.setItem('productDraft', '{"by":"ramesh","values":{}}')
  expect(readDraft('ramesh')).toBeUndefined()
})
