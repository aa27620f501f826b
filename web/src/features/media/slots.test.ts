import { expect, test } from 'vitest'
import { changeSlots, type Slot, type SlotChange, slotsOf, urlsOf } from './slots'

const file = (name: string) => new File(['x'], name)
const after = (slots: Slot[], ...changes: SlotChange[]) => changes.reduce(changeSlots, slots)

const two = after(slotsOf(['/media/a.jpg']), { type: 'add', slots: [{ key: 'b', file: file('b.png') }] })

test('only pictures that have arrived count, in the order they stand', () => {
  expect(urlsOf(two)).toEqual(['/media/a.jpg'])
  const sent = after(two, { type: 'sent', key: 'b', url: '/media/b.jpg' }, { type: 'move', key: 'b', to: 0 })
  expect(urlsOf(sent)).toEqual(['/media/b.jpg', '/media/a.jpg'])
})

test('a stranded picture keeps its file and can be sent again', () => {
  const stranded = after(two, { type: 'progress', key: 'b', percent: 40 }, { type: 'strand', key: 'b' })
  expect(stranded[1]).toMatchObject({ stranded: true, file: { name: 'b.png' } })
  expect(after(stranded, { type: 'again', key: 'b' })[1]).toMatchObject({ stranded: false, percent: 0 })
})

test('what comes late for a removed picture changes nothing', () => {
  const removed = after(two, { type: 'remove', key: 'b' }, { type: 'sent', key: 'b', url: '/media/b.jpg' })
  expect(removed).toEqual(slotsOf(['/media/a.jpg']))
})
