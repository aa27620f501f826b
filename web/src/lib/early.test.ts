import { expect, test } from 'vitest'
import { earlyAnswer } from './early'

const request = (path: string, method = 'GET') => new Request(`http://shop.test${path}`, { method })

test('what the page asked for before the app was there is answered once, to the same call', async () => {
  const answer = Promise.resolve(new Response('rows'))
  window.early = { 'GET /api/product/home': answer }
  expect(earlyAnswer(request('/api/product/home', 'POST'))).toBeUndefined()
  expect(earlyAnswer(request('/api/product/home?page=2'))).toBeUndefined()
  expect(earlyAnswer(request('/api/product/home'))).toBe(answer)
  expect(earlyAnswer(request('/api/product/home'))).toBeUndefined()
})
