import { expect, test } from 'vitest'
import { deskAction } from './desk-keys'

const press = (key: string, held = {}) =>
  deskAction({ key, ctrlKey: false, metaKey: false, altKey: false, ...held })

test("letters start actions, digits choose a filter, and the browser's shortcuts keep working", () => {
  expect(['j', 'k', 'n', 'X', 'z', '/'].map((key) => press(key))).toEqual([
    'down',
    'up',
    'next',
    'chooseUpTo',
    'undo',
    'find',
  ])
  expect(press('1')).toEqual({ show: 'PROBLEMS' })
  expect(press('2')).toEqual({ show: undefined })
  expect(press('7')).toEqual({ show: 'DONE' })
  expect(press('8')).toBeUndefined()
  expect(press('n', { ctrlKey: true })).toBeUndefined()
  expect(press('q')).toBeUndefined()
})
