import { expect, test } from 'vitest'
import { REACH_STATES, shortAddress } from './texts'

test('an address on paper has no scheme and no final slash', () => {
  expect(shortAddress('https://shop.example.com/')).toBe('shop.example.com')
  expect(shortAddress('http://192.168.1.20:8080')).toBe('192.168.1.20:8080')
})

test.each(Object.entries(REACH_STATES))('%s names the address', (_, sentence) => {
  const address = 'https://shop.example.com'
  expect(sentence.title(address) + sentence.how(address)).toContain('shop.example.com')
})
