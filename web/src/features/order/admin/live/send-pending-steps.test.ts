import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { discardPendingSteps, type PendingStep, readPendingSteps, saveSteps } from './pending-steps'
import { sendPendingSteps } from './send-pending-steps'

const accept: PendingStep = { _id: 'a', number: 1042, from: 'NEW', to: 'PACKING' }
const packed: PendingStep = { _id: 'a', number: 1042, from: 'PACKING', to: 'PACKED' }
const otherStep: PendingStep = { _id: 'b', number: 1043, from: 'NEW', to: 'PACKING' }

/** Sends the steps to a server that responds to each with a status. */
async function sendWith(status: number): Promise<PendingStep[]> {
  const response = () => Response.json({ success: false, error: true, message: 'No.' }, { status })
  vi.stubGlobal('fetch', () => Promise.resolve(response()))
  saveSteps([accept, otherStep, packed])
  await sendPendingSteps(new QueryClient())
  return readPendingSteps()
}

afterEach(() => {
  discardPendingSteps()
  vi.unstubAllGlobals()
})

test.each([401, 408, 429, 500, 502, 503])('steps wait after a response of status %i', async (status) => {
  expect(await sendWith(status)).toEqual([accept, otherStep, packed])
})

test('steps wait without a response', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  saveSteps([accept, otherStep])
  await sendPendingSteps(new QueryClient())
  expect(readPendingSteps()).toEqual([accept, otherStep])
})

test.each([400, 403, 404, 409])('a response of status %i refuses a step', async (status) => {
  expect(await sendWith(status)).toEqual([])
})
