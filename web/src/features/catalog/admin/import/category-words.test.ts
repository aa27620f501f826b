import { expect, test } from 'vitest'
import { choosableWords, formatCategoryWords, parseCategoryWords } from './category-words'

test('choices for category words are written one per line, and parsed again', () => {
  const words = new Map([
    ['VEG > Leafy', 'Vegetables > Greens'],
    ['DAIRY > DAIRY', 'Dairy & Eggs > Milk = Curd'],
  ])
  const text = 'VEG > Leafy=Vegetables > Greens\nDAIRY > DAIRY=Dairy & Eggs > Milk = Curd'
  expect(formatCategoryWords(words)).toBe(text)
  expect(parseCategoryWords(text)).toEqual(words)
  expect(formatCategoryWords(new Map())).toBeUndefined()
  expect(parseCategoryWords(undefined)).toEqual(new Map())
})

test('a chosen word stays in the list with the new ones, and a name with = is left out', () => {
  expect(choosableWords(new Map([['A > B', 'C > D']]), ['E > F', 'G = H > I'])).toEqual(['A > B', 'E > F'])
})
