import { afterEach, expect, test } from 'vitest'
import type { Order } from '../orders-api'
import {
  discardPendingSteps,
  type PendingStep,
  readPendingSteps,
  removeStep,
  saveSteps,
  withPendingSteps,
} from './pending-steps'

const accept: PendingStep = { _id: 'a', number: 1042, from: 'NEW', to: 'PACKING' }
const packed: PendingStep = { _id: 'a', number: 1042, from: 'PACKING', to: 'PACKED' }
const otherStep: PendingStep = { _id: 'b', number: 1043, from: 'NEW', to: 'PACKING' }

afterEach(discardPendingSteps)

test('pending steps keep their order, and survive a reload of the page', () => {
  saveSteps([accept])
  saveSteps([otherStep, packed])
  expect(readPendingSteps()).toEqual([accept, otherStep, packed])
  expect(JSON.parse(localStorage.getItem('work.pendingSteps.') ?? '')).toEqual([accept, otherStep, packed])
})

test('a sent step is removed; a refused one is removed with the later ones of its order', () => {
  saveSteps([accept, otherStep, packed])
  removeStep(otherStep)
  expect(readPendingSteps()).toEqual([accept, packed])
  removeStep(accept, true)
  expect(readPendingSteps()).toEqual([])
})

test('the desk shows orders in the stage of their pending steps, unless they moved meanwhile', () => {
  const orders = [
    { _id: 'a', stage: 'NEW' },
    { _id: 'b', stage: 'OUT' },
  ] as Order[]
  expect(withPendingSteps(orders, [accept, packed, otherStep]).map(({ stage }) => stage)).toEqual([
    'PACKED',
    'OUT',
  ])
  expect(withPendingSteps(orders, [])).toBe(orders)
})

test('ticks wait with the steps, and are shown on their lines until they are sent', () => {
  const ticked: PendingStep = { _id: 'a', number: 1042, rows: [{ _id: 'dal', picked: true }] }
  const taken: PendingStep = { _id: 'a', number: 1042, rows: [{ _id: 'dal', picked: false }] }
  const rows = [
    { _id: 'dal', picked: false },
    { _id: 'milk', picked: true },
  ]
  const orders = [{ _id: 'a', stage: 'PACKING', rows }] as Order[]
  const shown = (...steps: PendingStep[]) => withPendingSteps(orders, steps)[0]
  expect(shown(ticked, packed)).toMatchObject({ stage: 'PACKED', rows: [{ picked: true }, { picked: true }] })
  expect(shown(ticked, taken)).toMatchObject({
    stage: 'PACKING',
    rows: [{ picked: false }, { picked: true }],
  })
  saveSteps([ticked, packed])
  removeStep(ticked)
  expect(readPendingSteps()).toEqual([packed])
})
