import { beforeEach, expect, test, vi } from 'vitest'
import { isChunkLoadError, markChunkLoadErrors } from './chunk-load-error'
import { loadChunk } from './load-chunk'

const link = (name: string) => document.querySelector<HTMLLinkElement>(`link[href="/assets/${name}.css"]`)
const settle = (name: string, event: 'load' | 'error') => link(name)?.dispatchEvent(new Event(event))

beforeEach(() => {
  document.head.replaceChildren()
})

test('a chunk and its stylesheets are fetched side by side, and the chunk comes once all are there', async () => {
  const load = vi.fn(async () => 'page')
  let loaded: string | undefined
  const chunk = loadChunk(load, 'aaaaa1bbbbb1').then((module) => {
    loaded = module
  })
  expect(load).toHaveBeenCalled()
  settle('aaaaa1', 'load')
  await Promise.resolve()
  expect(loaded).toBeUndefined()
  settle('bbbbb1', 'load')
  await chunk
  expect(loaded).toBe('page')
})

test('a stylesheet is fetched once, and not when the document has it', async () => {
  document.head.innerHTML = '<link rel="stylesheet" href="/assets/aaaaa2.css">'
  const both = Promise.all([
    loadChunk(async () => 'one', 'aaaaa2bbbbb2'),
    loadChunk(async () => 'two', 'bbbbb2'),
  ])
  expect(document.querySelectorAll('link')).toHaveLength(2)
  settle('bbbbb2', 'load')
  expect(await both).toEqual(['one', 'two'])
})

test('a stylesheet that does not load fails the chunk, and is fetched again the next time', async () => {
  markChunkLoadErrors()
  const failed = loadChunk(async () => 'page', 'aaaaa3').catch((error: unknown) => error)
  settle('aaaaa3', 'error')
  expect(isChunkLoadError(await failed)).toBe(true)
  const again = loadChunk(async () => 'page', 'aaaaa3')
  settle('aaaaa3', 'load')
  expect(await again).toBe('page')
})

test('a chunk that does not load is known by its error', async () => {
  markChunkLoadErrors()
  const failed = await loadChunk(() => Promise.reject(new TypeError('Failed to fetch'))).catch(
    (error: unknown) => error,
  )
  expect(isChunkLoadError(failed)).toBe(true)
})
