import { describe, expect, test } from 'vitest'
import { idOf, slugOf } from './slug'

const id = '65f1c0ffee65f1c0ffee65f1'

describe('slugs', () => {
  test('spaces, commas and ampersands become hyphens and the id ends it', () => {
    expect(slugOf({ _id: id, name: 'Atta, Rice & Dal' })).toBe(`Atta--Rice---Dal-${id}`)
  })

  test('characters that would break an address become hyphens too', () => {
    expect(slugOf({ _id: id, name: 'Tea/Coffee 50% #1?\\' })).toBe(`Tea-Coffee-50---1---${id}`)
  })

  test('the id is parsed from a slug, whatever hyphens the name has', () => {
    expect(idOf(slugOf({ _id: id, name: 'Ready-to-eat, mild' }))).toBe(id)
  })

  test.each(['', 'milk', 'milk-', 'milk-SHORT', 'milk-abc', `${id}`, `milk-${'a'.repeat(41)}`])(
    '%j names nothing',
    (slug) => {
      expect(idOf(slug)).toBeUndefined()
    },
  )
})
