import { expect, test } from 'vitest'
import { MAX_SCALE, panBy, viewAfterKey, WHOLE, zoomTo } from './zoom-view'

const SIDE = 300

test('the point under the fingers stays in place while zooming', () => {
  const point = { x: 60, y: -30 }
  const view = zoomTo(WHOLE, 2, point, SIDE)
  // The point of the picture at `point`, which was (60, -30) before.
  expect((point.x - view.x) / view.scale).toBeCloseTo(60)
  expect((point.y - view.y) / view.scale).toBeCloseTo(-30)
})

test('the scale stays between the whole picture and the largest', () => {
  expect(zoomTo(WHOLE, 99, { x: 0, y: 0 }, SIDE).scale).toBe(MAX_SCALE)
  expect(zoomTo({ scale: 3, x: 80, y: 80 }, 0.2, { x: 0, y: 0 }, SIDE)).toEqual(WHOLE)
})

test('nothing outside the picture is shown in the frame', () => {
  expect(panBy({ scale: 2, x: 0, y: 0 }, { x: 999, y: -999 }, SIDE)).toEqual({ scale: 2, x: 150, y: -150 })
  expect(panBy(WHOLE, { x: 10, y: 10 }, SIDE)).toEqual(WHOLE)
})

test('keys zoom, move the zoomed picture, and reset the zoom', () => {
  const enlarged = viewAfterKey(WHOLE, '+', SIDE)
  expect(enlarged?.scale).toBe(1.5)
  expect(viewAfterKey({ scale: 2, x: 0, y: 0 }, 'ArrowLeft', SIDE)).toEqual({ scale: 2, x: 45, y: 0 })
  expect(viewAfterKey({ scale: 2, x: 9, y: 9 }, '0', SIDE)).toEqual(WHOLE)
  expect(viewAfterKey({ scale: 1.5, x: 20, y: 0 }, '-', SIDE)).toEqual(WHOLE)
  expect(viewAfterKey(WHOLE, 'ArrowLeft', SIDE)).toBeUndefined()
  expect(viewAfterKey(WHOLE, 'Escape', SIDE)).toBeUndefined()
})
