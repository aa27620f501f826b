import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import toast from 'react-hot-toast/headless'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from './api'
import { notify } from './notify'
import { createQueryClient } from './query'
import { useMutation } from './use-mutation'

const fails = () => Promise.reject(new ApiError(500, ''))

async function toastsOf(options: Parameters<typeof useMutation>[0]): Promise<unknown[]> {
  const shown = vi.spyOn(notify, 'error')
  const { result } = renderHook(() => useMutation(options), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={createQueryClient()}>{children}</QueryClientProvider>
    ),
  })
  await act(async () => result.current.mutateAsync(undefined).catch(() => undefined))
  return shown.mock.calls.map(([text]) => text)
}

afterEach(() => {
  vi.restoreAllMocks()
  toast.remove()
})

test('a mutation that fails shows the toast that its options name', async () => {
  const meta = { failure: { fallback: 'Not recorded.' } }
  expect(await toastsOf({ mutationFn: fails, meta })).toEqual(['Not recorded.'])
})

test('a mutation whose component shows the error, or that handles it, shows no toast', async () => {
  expect(await toastsOf({ mutationFn: fails, meta: { errorShownBy: 'component' } })).toEqual([])
  expect(await toastsOf({ mutationFn: fails, onError: () => {} })).toEqual([])
})

test('options without an error handler are refused', () => {
  // @ts-expect-error: neither onError nor meta
  expect(() => useMutation({ mutationFn: fails })).toThrow()
  // @ts-expect-error: a meta that is about queries
  expect(() => useMutation({ mutationFn: fails, meta: { silent: true } })).toThrow()
})

test('no source imports the hook of the library', () => {
  const sources = import.meta.glob('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true })
  const taking = Object.entries(sources)
    .filter(([path]) => !path.includes('use-mutation'))
    .filter(([, source]) => /\buseMutation\b[^}]*\} from '@tanstack\/react-query'/.test(String(source)))
  expect(Object.keys(sources).length).toBeGreaterThan(500)
  expect(taking.map(([path]) => path)).toEqual([])
})
