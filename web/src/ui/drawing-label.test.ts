import { describe, expect, test } from 'vitest'
import { layoutLabel, shortLabel } from './drawing-label'

describe('the label of a drawing', () => {
  test.each([
    ['pouch', 'Toor Dal', ['Toor', 'Dal']],
    ['bottle', 'Mustard Oil', ['Mustard', 'Oil']],
    ['rice', 'Basmati Rice', ['Basmati', 'Rice']],
    ['bar', 'Soap', ['Soap']],
    ['pump', 'Shampoo', ['Shampoo']],
  ])('on a %s %s is laid out as %j', (shape, label, lines) => {
    expect(layoutLabel(shape, label)?.lines.map(({ text }) => text)).toEqual(lines)
  })

  test('a longer word is set in smaller letters', () => {
    const [soap, deodorant] = ['Soap', 'Deodorant'].map((label) => layoutLabel('aerosol', label)?.size ?? 0)
    expect(deodorant).toBeLessThan(soap ?? 0)
    expect(deodorant).toBeGreaterThan(6)
  })

  test('a picture that shows no label has none', () => {
    expect(layoutLabel('', '')).toBeUndefined()
    expect(layoutLabel('tomato', 'Tomato')).toBeUndefined()
  })

  test('a brand is above the label and smaller, and left out when it does not fit', () => {
    const jar = layoutLabel('jar', 'Pickle', { brand: 'Priya' })
    expect(jar?.brand?.text).toBe('Priya')
    expect(jar?.brand?.size).toBeLessThan(jar?.size ?? 0)
    expect(jar?.brand?.y).toBeLessThan((jar?.lines[0]?.y ?? 0) - (jar?.size ?? 0) / 2)
    expect(
      layoutLabel('jar', 'Pickle', { brand: 'An exceedingly long brand of pickles' })?.brand,
    ).toBeUndefined()
  })

  test.each([
    ['Mango Pickle', 'Pickle'],
    ['Toor Dal', 'Toor'],
    ['Chyawanprash', 'Chyawanprash'],
  ])('%s is short %s', (label, short) => {
    expect(shortLabel(label)).toBe(short)
  })
})
