import { expect, test } from 'vitest'
import {
  slotsFromUrls,
  type UploadAction,
  type UploadSlot,
  uploadedUrls,
  uploadReducer,
} from './upload-slots'

const file = (name: string) => new File(['x'], name)
const reduce = (slots: UploadSlot[], ...actions: UploadAction[]) => actions.reduce(uploadReducer, slots)

const twoSlots = reduce(slotsFromUrls(['/media/a.jpg']), {
  type: 'add',
  files: [{ key: 'b', file: file('b.png') }],
})

test('only uploaded pictures count, in the order of their slots', () => {
  expect(uploadedUrls(twoSlots)).toEqual(['/media/a.jpg'])
  const slots = reduce(
    twoSlots,
    { type: 'complete', key: 'b', url: '/media/b.jpg' },
    { type: 'move', key: 'b', toIndex: 0 },
  )
  expect(uploadedUrls(slots)).toEqual(['/media/b.jpg', '/media/a.jpg'])
})

test('a failed upload keeps its file and can be retried', () => {
  const failed = reduce(twoSlots, { type: 'progress', key: 'b', percent: 40 }, { type: 'fail', key: 'b' })
  expect(failed[1]).toMatchObject({ failed: true, file: { name: 'b.png' } })
  expect(reduce(failed, { type: 'retry', key: 'b' })[1]).toMatchObject({ failed: false, percent: 0 })
})

test('an upload that completes after its picture was removed changes nothing', () => {
  const slots = reduce(
    twoSlots,
    { type: 'remove', key: 'b' },
    { type: 'complete', key: 'b', url: '/media/b.jpg' },
  )
  expect(slots).toEqual(slotsFromUrls(['/media/a.jpg']))
})
