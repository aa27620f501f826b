import { expect, test } from 'vitest'
import { REACH_TEXTS, shortAddress } from './texts'

test('an address on paper is what people type', () => {
  expect(shortAddress('https://shop.example.com/')).toBe('shop.example.com')
  expect(shortAddress('http://192.168.1.20:8080')).toBe('192.168.1.20:8080')
})

test.each(Object.entries(REACH_TEXTS))('%s names the address', (_, sentence) => {
  const { title, how } = sentence('https://shop.example.com')
  expect(title + how).toContain('shop.example.com')
})
