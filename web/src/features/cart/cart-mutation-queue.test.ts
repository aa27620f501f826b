import { QueryClient } from '@tanstack/react-query'
import toast from 'react-hot-toast/headless'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Product } from '@/features/catalog/api'
import { ApiError } from '@/lib/api'
import { clearSession } from '@/lib/change-session'
import { saveTokens } from '@/lib/session'
import { type CartLine, cartKey, quantityOf, type Variant } from './api'
import { CartMutationQueue, cartMutationQueue } from './cart-mutation-queue'

const createdAt = '2026-01-01T00:00:00Z'
const category = { _id: 'c', name: 'Dairy' }
const paneer: Product = {
  _id: 'paneer',
  name: 'Paneer',
  image: [],
  ownImages: false,
  category,
  subCategory: category,
  unit: '200 g',
  stock: 9,
  soldBy: 'PIECE',
  price: 95,
  discount: 6,
  discription: '',
  more_details: {},
  publish: true,
  createdAt,
  updatedAt: createdAt,
}

function line(quantity: number): CartLine {
  return { _id: 'line', productId: paneer, quantity, createdAt, updatedAt: createdAt }
}

/** Returns a cart on the server. Each request waits until the test calls `respond`. */
function setUp(lines: CartLine[]) {
  const queryClient = new QueryClient()
  queryClient.setQueryData(cartKey, lines)
  const requests: string[] = []
  const waiting: (() => void)[] = []
  const released = () => new Promise<void>((resolve) => waiting.push(resolve))
  const calls = {
    create: vi.fn(async ({ quantity, size, color }: Variant & { quantity: number }): Promise<CartLine> => {
      requests.push(`create ${quantity}`)
      await released()
      return { ...line(quantity), size, color }
    }),
    update: vi.fn(async ({ qty }: { qty: number }) => {
      requests.push(`update ${qty}`)
      await released()
      return line(qty)
    }),
    remove: vi.fn(async () => {
      requests.push('remove')
      await released()
    }),
  }
  const cached = () => quantityOf(queryClient.getQueryData(cartKey), paneer._id)
  const respond = async () => {
    await vi.waitFor(() => expect(waiting.length).toBeGreaterThan(0))
    waiting.shift()?.()
  }
  return { queryClient, queue: new CartMutationQueue(queryClient, calls), calls, requests, cached, respond }
}

beforeEach(() => {
  vi.restoreAllMocks()
  toast.removeAll()
})

describe('a change of quantity', () => {
  test('shows before the server responds', async () => {
    const { queue, cached, respond } = setUp([])
    const settled = queue.setQuantity(paneer, 1)
    await vi.waitFor(() => expect(cached()).toBe(1))
    await respond()
    await settled
    expect(cached()).toBe(1)
  })

  test('rapid presses send only the latest quantity after the request in flight', async () => {
    const { queue, requests, cached, respond } = setUp([line(1)])
    const settled = queue.setQuantity(paneer, 2)
    await vi.waitFor(() => expect(requests).toEqual(['update 2']))
    for (const quantity of [3, 4, 5, 4]) void queue.setQuantity(paneer, quantity)
    expect(cached()).toBe(4)
    await respond()
    await respond()
    await settled
    expect(requests).toEqual(['update 2', 'update 4'])
    expect(cached()).toBe(4)
  })

  test('a product removed and added again while the removal is in flight is one line', async () => {
    const { queryClient, queue, requests, respond } = setUp([line(1)])
    const settled = queue.setQuantity(paneer, 0)
    await vi.waitFor(() => expect(requests).toEqual(['remove']))
    void queue.setQuantity(paneer, 2)
    await respond()
    await respond()
    await settled
    expect(requests).toEqual(['remove', 'create 2'])
    expect(queryClient.getQueryData(cartKey)).toEqual([line(2)])
  })

  test('a removed line is restored where it was, without a toast', async () => {
    const [first, last] = ['2025-12-31T00:00:00Z', '2026-01-02T00:00:00Z'].map((added, index) => ({
      ...line(1),
      _id: `other${index}`,
      productId: { ...paneer, _id: `other${index}` },
      createdAt: added,
    })) as [CartLine, CartLine]
    const { queryClient, queue, calls, respond } = setUp([first, last])
    const toasted = vi.spyOn(toast, 'success')
    const settled = queue.restore(line(2))
    const order = () => queryClient.getQueryData<CartLine[]>(cartKey)?.map(({ productId }) => productId._id)
    await vi.waitFor(() => expect(order()).toEqual(['other0', 'paneer', 'other1']))
    await respond()
    await settled
    expect(order()).toEqual(['other0', 'paneer', 'other1'])
    const restored = { productId: 'paneer', quantity: 2, createdAt }
    expect(calls.create).toHaveBeenCalledWith(restored, expect.any(AbortSignal))
    expect(toasted).not.toHaveBeenCalled()
  })

  test('a refusal rolls the line back and shows the server’s message', async () => {
    const { queue, calls, cached } = setUp([line(2)])
    const toasted = vi.spyOn(toast, 'error')
    calls.update.mockRejectedValue(new ApiError(409, 'Only 2 left in stock'))
    await queue.setQuantity(paneer, 3)
    expect(cached()).toBe(2)
    expect(toasted).toHaveBeenCalledWith('Only 2 left in stock', expect.anything())
  })

  test('a product that the server refuses leaves the cart again', async () => {
    const { queryClient, queue, calls } = setUp([])
    calls.create.mockRejectedValue(new ApiError(409, 'Out of stock'))
    await queue.setQuantity(paneer, 1)
    expect(queryClient.getQueryData(cartKey)).toEqual([])
  })

  test('a quantity that the server clamps is shown with a message and not sent again', async () => {
    const { queue, calls, cached } = setUp([line(1)])
    const toasted = vi.spyOn(toast, 'error')
    calls.update.mockImplementation(async () => line(3))
    await queue.setQuantity(paneer, 9)
    expect(calls.update).toHaveBeenCalledOnce()
    expect(cached()).toBe(3)
    expect(toasted).toHaveBeenCalledWith('The quantity of Paneer was set to 3.', expect.anything())
  })

  test('an Add of a product that another tab has added sets its quantity', async () => {
    const { queue, calls, requests, cached, respond } = setUp([])
    calls.create.mockImplementation(async () => line(4))
    const settled = queue.setQuantity(paneer, 1)
    await respond()
    await settled
    expect(requests).toEqual(['update 1'])
    expect(cached()).toBe(1)
  })
})

describe('a replacement', () => {
  const tofu = { ...paneer, _id: 'tofu', name: 'Tofu' }
  const products = (queryClient: QueryClient) =>
    queryClient.getQueryData<CartLine[]>(cartKey)?.map(({ productId }) => productId._id)

  test('that the server refuses leaves the replaced line in the cart', async () => {
    const { queryClient, queue, calls, requests } = setUp([line(2)])
    calls.create.mockRejectedValue(new ApiError(409, 'Out of stock'))
    await queue.replace(line(2), tofu)
    expect(products(queryClient)).toEqual(['paneer'])
    expect(requests).toEqual([])
  })

  test('removes the replaced line only after the server has added the replacement', async () => {
    const { queryClient, queue, requests, respond } = setUp([line(2)])
    const settled = queue.replace(line(2), tofu)
    await vi.waitFor(() => expect(products(queryClient)).toEqual(['paneer', 'tofu']))
    expect(requests).toEqual(['create 2'])
    await respond()
    await respond()
    await settled
    expect(requests).toEqual(['create 2', 'remove'])
  })

  test('by a product whose own request is in flight waits for it, then removes the replaced line', async () => {
    const replaced = { ...line(2), _id: 'tofuLine', productId: tofu }
    const { queryClient, queue, requests, respond } = setUp([replaced, line(1)])
    void queue.setQuantity(paneer, 2)
    await vi.waitFor(() => expect(requests).toEqual(['update 2']))
    const settled = queue.replace(replaced, paneer)
    await respond()
    await vi.waitFor(() => expect(requests).toEqual(['update 2', 'update 4']))
    expect(products(queryClient)).toEqual(['tofu', 'paneer'])
    await respond()
    await vi.waitFor(() => expect(requests).toEqual(['update 2', 'update 4', 'remove']))
    await respond()
    await settled
    expect(queryClient.getQueryData(cartKey)).toEqual([line(4)])
  })

  test('whose product is refused by the request in flight leaves the replaced line in the cart', async () => {
    const replaced = { ...line(2), _id: 'tofuLine', productId: tofu }
    const { queryClient, queue, calls, requests } = setUp([replaced, line(1)])
    let refuse = () => {}
    calls.update.mockImplementation(
      () => new Promise((_, reject) => (refuse = () => reject(new ApiError(409, 'Only 1 left in stock')))),
    )
    void queue.setQuantity(paneer, 2)
    await vi.waitFor(() => expect(calls.update).toHaveBeenCalled())
    const settled = queue.replace(replaced, paneer)
    refuse()
    await settled
    expect(queryClient.getQueryData(cartKey)).toEqual([replaced, line(1)])
    expect(requests).toEqual([])
  })
})

test('a cart read in flight does not overwrite the optimistic line', async () => {
  const { queryClient, queue, cached, respond } = setUp([])
  let release = () => {}
  const queryFn = () => new Promise<CartLine[]>((resolve) => (release = () => resolve([])))
  const read = queryClient.fetchQuery({ queryKey: cartKey, queryFn }).catch(() => undefined)
  const settled = queue.setQuantity(paneer, 1)
  await vi.waitFor(() => expect(cached()).toBe(1))
  release()
  await read
  expect(cached()).toBe(1)
  await respond()
  await settled
})

test('the cart is read again once nothing is pending', async () => {
  const { queryClient, queue, respond } = setUp([])
  const invalidated = vi.spyOn(queryClient, 'invalidateQueries')
  const settled = queue.setQuantity(paneer, 1)
  expect(invalidated).not.toHaveBeenCalled()
  await respond()
  await settled
  expect(invalidated).toHaveBeenCalledExactlyOnceWith({ queryKey: cartKey })
})

describe('a logout while an Add is in flight', () => {
  test('shows no refusal that arrives after it', async () => {
    const { queue, calls } = setUp([])
    const toasted = vi.spyOn(toast, 'error')
    let refuse = () => {}
    calls.create.mockImplementation(
      () => new Promise((_, reject) => (refuse = () => reject(new ApiError(401, 'Authentication required')))),
    )
    const settled = queue.setQuantity(paneer, 1)
    await vi.waitFor(() => expect(calls.create).toHaveBeenCalled())
    queue.close()
    refuse()
    await settled
    expect(toasted).not.toHaveBeenCalled()
  })

  test('drops what is pending and leaves the next login’s cart alone', async () => {
    const { queryClient, queue, requests, respond } = setUp([])
    const toasted = vi.spyOn(toast, 'success')
    const settled = queue.setQuantity(paneer, 1)
    await vi.waitFor(() => expect(requests).toEqual(['create 1']))
    void queue.setQuantity(paneer, 5)
    queue.close()
    queryClient.setQueryData(cartKey, [])
    await respond()
    await settled
    expect(queryClient.getQueryData(cartKey)).toEqual([])
    expect(requests).toEqual(['create 1'])
    expect(toasted).not.toHaveBeenCalled()
  })

  test('aborts the request, so that it is not repeated with the next login’s token', async () => {
    const { queue, calls, requests, respond } = setUp([])
    const settled = queue.setQuantity(paneer, 1)
    await vi.waitFor(() => expect(requests).toEqual(['create 1']))
    queue.close()
    expect(calls.create).toHaveBeenCalledWith(expect.anything(), expect.objectContaining({ aborted: true }))
    await respond()
    await settled
  })

  test('ends the queue of that login; the next one gets its own', () => {
    const { queryClient } = setUp([])
    saveTokens({ accessToken: 'a', refreshToken: 'b' })
    const queue = cartMutationQueue(queryClient)
    saveTokens({ accessToken: 'refreshed', refreshToken: 'b' })
    expect(cartMutationQueue(queryClient)).toBe(queue)
    clearSession()
    expect(queue.closed).toBe(true)
    saveTokens({ accessToken: 'c', refreshToken: 'd' })
    expect(cartMutationQueue(queryClient)).not.toBe(queue)
    clearSession()
  })
})
