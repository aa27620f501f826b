import { expect, test } from 'vitest'
import { looksLikeCode } from '@/features/catalog/product-code'
import type { Line } from '../../api'
import { lineToTick } from './scan'

const line = (_id: string, product: string, picked: boolean) =>
  ({ _id, producId: { _id: product }, picked }) as Line

test('a scan ticks the first line of its product that is not ticked', () => {
  const lines = [line('1', 'dal', true), line('2', 'dal', false), line('3', 'milk', true)]
  const picked = ({ picked }: { picked: boolean }) => picked
  expect(lineToTick(lines, 'dal', picked).line?._id).toBe('2')
  expect(lineToTick(lines, 'milk', picked)).toEqual({ row: undefined, known: true })
  expect(lineToTick(lines, 'salt', picked)).toEqual({ row: undefined, known: false })
})

test('a code has a digit and no space', () => {
  expect(['8901030865275', 'GH-500'].every(looksLikeCode)).toBe(true)
  expect(['toor dal', '12', 'ghee', '500 g'].some(looksLikeCode)).toBe(false)
})
