import { expect, test } from 'vitest'
import { sizesOf, srcSetOf } from './picture-sizes'

const name = '/media/abcdefghijklmnopqrstuvwxyz'

test('srcset has the four sizes that the shop stores of a picture', () => {
  expect(srcSetOf(`${name}.jpg`)).toBe(
    `${name}-160.jpg 160w, ${name}-320.jpg 320w, ${name}-640.jpg 640w, ${name}-1280.jpg 1280w`,
  )
  expect(srcSetOf(`${name}.webp`)).toContain(`${name}-320.webp 320w`)
})

test('no sizes are requested of pictures that the shop does not store', () => {
  for (const src of [
    'https://elsewhere.test/milk.jpg',
    `https://elsewhere.test${name}.jpg`,
    '/assets/milk.webp',
    '/media/short.jpg',
    `${name}-320.jpg`,
    'data:image/png;base64,AAAA',
    '',
  ]) {
    expect(srcSetOf(src), src).toBeUndefined()
  }
})

test('a card on a phone with a pixel ratio of 3 requests at most 320 pixels', () => {
  const onPhones = Number(/\(max-width: 639px\) (\d+)px/.exec(sizesOf.card)?.[1])
  expect(onPhones * 3).toBeGreaterThan(160)
  expect(onPhones * 3).toBeLessThanOrEqual(320)
})
