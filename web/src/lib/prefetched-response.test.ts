import { afterEach, expect, test, vi } from 'vitest'
import { takePrefetchedResponse } from './prefetched-response'

const request = (path: string, method = 'GET') => new Request(`http://shop.test${path}`, { method })

afterEach(() => vi.restoreAllMocks())

test('a prefetched response is taken once, by the same request', () => {
  const response = Promise.resolve(new Response('rows'))
  window.prefetched = { 'GET /api/product/home': { response, requestedAt: performance.now() } }
  expect(takePrefetchedResponse(request('/api/product/home', 'POST'))).toBeUndefined()
  expect(takePrefetchedResponse(request('/api/product/home?page=2'))).toBeUndefined()
  expect(takePrefetchedResponse(request('/api/product/home'))).toBe(response)
  expect(takePrefetchedResponse(request('/api/product/home'))).toBeUndefined()
})

test('a prefetched response expires after 30 seconds', () => {
  const response = Promise.resolve(new Response('rows'))
  vi.spyOn(performance, 'now').mockReturnValue(100_000)
  window.prefetched = {
    'GET /api/product/home': { response, requestedAt: 69_999 },
    'GET /api/category/get': { response, requestedAt: 70_000 },
  }
  expect(takePrefetchedResponse(request('/api/product/home'))).toBeUndefined()
  expect(takePrefetchedResponse(request('/api/category/get'))).toBe(response)
})
