import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearSession } from '@/lib/change-session'
import { saveTokens } from '@/lib/session'
import { type CartLine, cartQuery } from './api'
import { useQuantityInCart } from './cart-quantities'

const line = (productId: string, quantity: number, size?: string) =>
  ({ _id: `${productId}${size}`, productId: { _id: productId }, quantity, size }) as CartLine

const renders = vi.fn<(productId: string, quantity: number) => void>()

function Card({ productId }: { productId: string }) {
  renders(productId, useQuantityInCart(productId))
  return null
}

function renderCards(queryClient: QueryClient) {
  return render(
    <QueryClientProvider client={queryClient}>
      {['tea', 'dal', 'atta'].map((productId) => (
        <Card key={productId} productId={productId} />
      ))}
    </QueryClientProvider>,
  )
}

const rendered = () => renders.mock.calls.map(([productId, quantity]) => `${productId} ${quantity}`)

afterEach(cleanup)
beforeEach(() => {
  clearSession()
  renders.mockClear()
})

function clientWithCart(lines: CartLine[]): QueryClient {
  saveTokens({ accessToken: 'access', refreshToken: 'refresh' })
  const queryClient = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } },
  })
  queryClient.setQueryData(cartQuery(true).queryKey, lines)
  return queryClient
}

test('a change of the cart renders only the cards whose quantity it changes', async () => {
  const queryClient = clientWithCart([line('tea', 2)])
  renderCards(queryClient)
  expect(rendered()).toEqual(['tea 2', 'dal 0', 'atta 0'])
  renders.mockClear()
  queryClient.setQueryData(cartQuery(true).queryKey, [line('tea', 2), line('dal', 1)])
  await waitFor(() => expect(rendered()).toEqual(['dal 1']))
})

test('the quantity of a product in several sizes is that of the line without a size', () => {
  renderCards(clientWithCart([line('dal', 3, '5 kg'), line('dal', 1), line('tea', 2, 'small')]))
  expect(rendered()).toEqual(['tea 2', 'dal 1', 'atta 0'])
})

test('one query serves all cards, and no query is left without a card', () => {
  const queryClient = clientWithCart([])
  const { unmount } = renderCards(queryClient)
  const query = queryClient.getQueryCache().find(cartQuery(true))
  expect(query?.getObserversCount()).toBe(1)
  unmount()
  expect(query?.getObserversCount()).toBe(0)
})

test('the cart of a session ends with it', async () => {
  renderCards(clientWithCart([line('tea', 2)]))
  renders.mockClear()
  clearSession()
  await waitFor(() => expect(rendered()).toEqual(['tea 0']))
})
