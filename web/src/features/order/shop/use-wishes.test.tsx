import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { optimisticId } from '@/features/cart/cart-mutation-queue'
import { cartLine } from '@/specification/mock-server'
import { useWishes } from './use-wishes'

test('the wish of a line stays once the server has confirmed the line, and does not apply to a later line', () => {
  const confirmed = cartLine()
  const pending = { ...confirmed, _id: optimisticId(confirmed.productId, confirmed) }
  const { result, rerender } = renderHook(useWishes, { initialProps: [pending] })
  act(() => result.current.setWish(pending, 'CALL'))
  expect(result.current.wishOf(pending)).toBe('CALL')
  expect(result.current.wishOf(confirmed)).toBe('CALL')
  rerender([confirmed])
  expect(result.current.wishOf(confirmed)).toBe('CALL')
  expect(result.current.wishOf(pending)).toBeUndefined()
})
