import { expect, test } from 'vitest'
import { timelineEntries } from './timeline'

const at = (minute: number) => `2026-11-21T18:${minute}:00Z`

test('the newest entry is first, and consecutive ticks of one person are one entry', () => {
  const list = timelineEntries([
    { at: at(24), who: 'Asha', what: 'placed', text: 'placed the order' },
    { at: at(41), who: 'Sunita', what: 'ticked', text: 'ticked 1 lines' },
    { at: at(42), who: 'Sunita', what: 'ticked', text: 'ticked 2 lines' },
    { at: at(43), who: 'Ravi', what: 'ticked', text: 'ticked 1 lines' },
    {
      at: at(46),
      who: 'Sunita',
      what: 'lines',
      text: 'packed 1 of 2 Dahi',
      before: '₹715',
      after: '₹665.50',
    },
  ])
  expect(list.map(({ who, text, at: time }) => [who, text, time])).toEqual([
    ['Sunita', 'packed 1 of 2 Dahi, ₹715 → ₹665.50', at(46)],
    ['Ravi', 'ticked 1 line', at(43)],
    ['Sunita', 'ticked 3 lines', at(42)],
    ['Asha', 'placed the order', at(24)],
  ])
})

test('a note and a new packer are shown with the previous value', () => {
  const list = timelineEntries([
    { at: at(1), who: 'Ravi', what: 'packer', text: 'packs it', before: 'Sunita', after: 'Ravi' },
    { at: at(2), who: 'Ravi', what: 'note', text: 'wrote a note', after: 'Ring twice' },
  ])
  expect(list.map(({ text }) => text)).toEqual([
    'wrote a note: – → Ring twice',
    'packs it, instead of Sunita',
  ])
})
