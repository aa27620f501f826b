import { QueryClient } from '@tanstack/react-query'
import toast from 'react-hot-toast/headless'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Product } from '@/features/catalog/api'
import { ApiError } from '@/lib/api'
import { type CartLine, cartKey, type Kind, quantityOf } from './api'
import { Quantities } from './quantities'

const now = '2026-01-01T00:00:00Z'
const category = { _id: 'c', name: 'Dairy' }
const paneer: Product = {
  _id: 'paneer',
  name: 'Paneer',
  image: [],
  category,
  subCategory: category,
  unit: '200 g',
  stock: 9,
  price: 95,
  discount: 6,
  discription: '',
  more_details: {},
  publish: true,
  createdAt: now,
  updatedAt: now,
}

function line(quantity: number): CartLine {
  return { _id: 'line', productId: paneer, quantity, createdAt: now, updatedAt: now }
}

/** A cart on the server; each call waits until the test lets it go. */
function shop(lines: CartLine[]) {
  const queryClient = new QueryClient()
  queryClient.setQueryData(cartKey, lines)
  const asked: string[] = []
  const waiting: (() => void)[] = []
  const turn = () => new Promise<void>((go) => waiting.push(go))
  const calls = {
    create: vi.fn(async (_id: string, quantity: number, kind: Kind) => {
      asked.push(`create ${quantity}`)
      await turn()
      return { ...line(quantity), ...kind }
    }),
    update: vi.fn(async (_id: string, qty: number) => {
      asked.push(`update ${qty}`)
      await turn()
      return line(qty)
    }),
    remove: vi.fn(async () => {
      asked.push('remove')
      await turn()
    }),
  }
  const shown = () => quantityOf(queryClient.getQueryData(cartKey), paneer._id)
  const letGo = async () => {
    await vi.waitFor(() => expect(waiting.length).toBeGreaterThan(0))
    waiting.shift()?.()
  }
  return { queryClient, quantities: new Quantities(queryClient, calls), calls, asked, shown, letGo }
}

describe('a change of quantity', () => {
  beforeEach(() => toast.removeAll())

  test('shows before the server answers', async () => {
    const { quantities, shown, letGo } = shop([])
    const settled = quantities.want(paneer, 1)
    await vi.waitFor(() => expect(shown()).toBe(1))
    await letGo()
    await settled
    expect(shown()).toBe(1)
  })

  test('rapid presses send only the last wish after the call under way', async () => {
    const { quantities, asked, shown, letGo } = shop([line(1)])
    const settled = quantities.want(paneer, 2)
    await vi.waitFor(() => expect(asked).toEqual(['update 2']))
    for (const wish of [3, 4, 5, 4]) void quantities.want(paneer, wish)
    expect(shown()).toBe(4)
    await letGo()
    await letGo()
    await settled
    expect(asked).toEqual(['update 2', 'update 4'])
    expect(shown()).toBe(4)
  })

  test('a product removed and wanted again while the removal is under way is one line', async () => {
    const { queryClient, quantities, asked, letGo } = shop([line(1)])
    const settled = quantities.want(paneer, 0)
    await vi.waitFor(() => expect(asked).toEqual(['remove']))
    void quantities.want(paneer, 2)
    await letGo()
    await letGo()
    await settled
    expect(asked).toEqual(['remove', 'create 2'])
    expect(queryClient.getQueryData(cartKey)).toEqual([line(2)])
  })

  test('a removed line comes back where it was, silently', async () => {
    const [first, last] = ['2025-12-31T00:00:00Z', '2026-01-02T00:00:00Z'].map((createdAt, place) => ({
      ...line(1),
      _id: `other${place}`,
      productId: { ...paneer, _id: `other${place}` },
      createdAt,
    })) as [CartLine, CartLine]
    const { queryClient, quantities, calls, letGo } = shop([first, last])
    const said = vi.spyOn(toast, 'success')
    const settled = quantities.restore(line(2))
    const shown = () => queryClient.getQueryData<CartLine[]>(cartKey)?.map(({ productId }) => productId._id)
    await vi.waitFor(() => expect(shown()).toEqual(['other0', 'paneer', 'other1']))
    await letGo()
    await settled
    expect(shown()).toEqual(['other0', 'paneer', 'other1'])
    expect(calls.create).toHaveBeenCalledWith('paneer', 2, {}, now)
    expect(said).not.toHaveBeenCalled()
  })

  test('a refusal puts the line back and says the server’s sentence', async () => {
    const { quantities, calls, shown } = shop([line(2)])
    const said = vi.spyOn(toast, 'error')
    calls.update.mockRejectedValue(new ApiError(409, 'Only 2 left in stock'))
    await quantities.want(paneer, 3)
    expect(shown()).toBe(2)
    expect(said).toHaveBeenCalledWith('Only 2 left in stock', expect.anything())
  })

  test('a product the server did not take leaves the cart again', async () => {
    const { queryClient, quantities, calls } = shop([])
    calls.create.mockRejectedValue(new ApiError(409, 'Out of stock'))
    await quantities.want(paneer, 1)
    expect(queryClient.getQueryData(cartKey)).toEqual([])
  })
})
