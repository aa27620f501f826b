import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearSession } from './change-session'
import { backoff, type OrderEvent, subscribeToOrders } from './event-stream'
import { saveTokens } from './session'

const RESYNC = 'event: resync\ndata: {}\n\n'
const CHANGE = { checkoutId: 'a', number: 1042, stage: 'NEW', version: 1, updatedAt: '2026-11-21T10:00:00Z' }
const CHECKOUT = `event: checkout\ndata: ${JSON.stringify(CHANGE)}\n\n`
const bytes = new TextEncoder()

/** Returns a response whose stream is written and ended by the test. */
function stream() {
  let controller: ReadableStreamDefaultController<Uint8Array>
  const body = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given
    },
  })
  return {
    response: new Response(body, { headers: { 'Content-Type': 'text/event-stream' } }),
    write: async (text: string) => {
      controller.enqueue(bytes.encode(text))
      await vi.advanceTimersByTimeAsync(0)
    },
    end: async () => {
      controller.close()
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

const fetchStub = vi.fn<typeof fetch>()
const stops: (() => void)[] = []

function listen(): OrderEvent[] {
  const events: OrderEvent[] = []
  stops.push(subscribeToOrders((event) => events.push(event)))
  return events
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetchStub)
  saveTokens({ accessToken: 'access', refreshToken: 'refresh' })
})

afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  clearSession()
  fetchStub.mockReset()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('all listeners of a tab get every change over one stream, requested with the access token', async () => {
  const { response, write } = stream()
  fetchStub.mockResolvedValueOnce(response)
  const first = listen()
  const second = listen()
  await vi.advanceTimersByTimeAsync(0)
  await write(RESYNC)
  await write(CHECKOUT)
  expect(first).toEqual([{ type: 'resync' }, { type: 'checkout', checkout: CHANGE }])
  expect(second).toEqual(first)
  expect(fetchStub).toHaveBeenCalledOnce()
  expect(fetchStub.mock.calls[0]?.[1]?.headers).toEqual({ Authorization: 'Bearer access' })
})

test('a stream that ends is opened again, and listeners are told to read everything again', async () => {
  const before = stream()
  const after = stream()
  fetchStub.mockResolvedValueOnce(before.response).mockResolvedValueOnce(after.response)
  const events = listen()
  await vi.advanceTimersByTimeAsync(0)
  await before.write(RESYNC)
  await before.end()
  await vi.advanceTimersByTimeAsync(1_000)
  await after.write(RESYNC)
  expect(fetchStub).toHaveBeenCalledTimes(2)
  expect(events).toEqual([{ type: 'resync' }, { type: 'resync' }])
})

test('while no stream can be opened, listeners read everything again every 5 s', async () => {
  fetchStub.mockImplementation(async () => new Response('', { status: 503 }))
  const events = listen()
  await vi.advanceTimersByTimeAsync(15_500)
  expect(events).toEqual(Array(3).fill({ type: 'resync' }))
})

test('listeners poll while a stream delivers nothing', async () => {
  fetchStub.mockImplementation(async () => stream().response)
  const events = listen()
  await vi.advanceTimersByTimeAsync(20_500)
  expect(events.length).toBeGreaterThanOrEqual(2)
})

test('listeners do not poll an unreachable server, and coming online reconnects at once', async () => {
  fetchStub.mockRejectedValue(new TypeError('Failed to fetch'))
  const events = listen()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(events).toEqual([])
  const { response, write } = stream()
  fetchStub.mockReset().mockResolvedValueOnce(response)
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  await write(RESYNC)
  expect(events).toEqual([{ type: 'resync' }])
})

test('the stream ends with the login and with the last listener', async () => {
  const { response, write } = stream()
  fetchStub.mockResolvedValueOnce(response)
  const events = listen()
  await vi.advanceTimersByTimeAsync(0)
  clearSession()
  await vi.advanceTimersByTimeAsync(60_000)
  await write(RESYNC).catch(() => {})
  expect(events).toEqual([])
  expect(fetchStub).toHaveBeenCalledOnce()
  saveTokens({ accessToken: 'next', refreshToken: 'refresh' })
  await vi.advanceTimersByTimeAsync(0)
  expect(fetchStub).toHaveBeenCalledTimes(2)
  for (const stop of stops.splice(0)) stop()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(fetchStub).toHaveBeenCalledTimes(2)
})

test('delays double up to a maximum, with jitter', () => {
  expect([0, 1, 2, 9].map((failures) => backoff(failures, 30_000, 1))).toEqual([500, 1000, 2000, 30_000])
  expect(backoff(2, 30_000, 0)).toBe(1000)
})
