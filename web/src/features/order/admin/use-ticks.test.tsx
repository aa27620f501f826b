import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { discardPendingSteps, readPendingSteps, saveSteps } from './live/pending-steps'
import { useTicks } from './use-ticks'

const line = { _id: 'dal', picked: false }
const order = { _id: 'a', number: 1042 }

function ticks() {
  const queryClient = new QueryClient({ defaultOptions: { mutations: { networkMode: 'always' } } })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  )
  return renderHook(useTicks, { wrapper }).result
}

afterEach(() => {
  discardPendingSteps()
  vi.unstubAllGlobals()
})

test('a tick without a response is kept on this device, and its line stays ticked', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const hook = ticks()
  act(() => hook.current.tick(order, [{ ...line, picked: true }]))
  expect(hook.current.isPicked(line)).toBe(true)
  await waitFor(() =>
    expect(readPendingSteps()).toEqual([{ ...order, rows: [{ _id: 'dal', picked: true }] }]),
  )
  expect(hook.current.isPicked(line), 'until it is sent').toBe(true)
  act(discardPendingSteps)
  expect(hook.current.isPicked(line)).toBe(false)
})

test('a tick is queued behind pending steps, and the last tick of a line counts', async () => {
  const send = vi.fn()
  vi.stubGlobal('fetch', send)
  saveSteps([{ ...order, from: 'NEW', to: 'PACKING' }])
  const hook = ticks()
  act(() => hook.current.tick(order, [{ ...line, picked: true }]))
  await waitFor(() => expect(readPendingSteps()).toHaveLength(2))
  act(() => hook.current.tick(order, [line]))
  await waitFor(() => expect(readPendingSteps()).toHaveLength(3))
  expect(hook.current.isPicked(line)).toBe(false)
  expect(send).not.toHaveBeenCalled()
})
