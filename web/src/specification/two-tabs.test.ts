import { expect, onTestFinished, test, vi } from 'vitest'
import { cartLine, okResponse, product } from './mock-server'
import { open, press, says, until } from './screen'

/** A change of the cart in one tab appears in the others. */

function otherTab() {
  const channel = new BroadcastChannel('kirana')
  onTestFinished(() => channel.close())
  return channel
}

test('a change of the cart in another tab is shown here without a press', async () => {
  const { responses } = open('/cart', { as: 'shopper' })
  await says('Cart is empty')
  responses['GET /api/cart/get'] = okResponse([cartLine()])
  otherTab().postMessage('cart')
  await says('Toned Milk')
})

test('a change of the cart here is sent to the other tabs', async () => {
  const listener = vi.fn()
  otherTab().addEventListener('message', listener)
  open('/search?q=milk', {
    as: 'shopper',
    responses: {
      'GET /api/product/getAll': okResponse([product()], { totalCount: 1, totalNoPage: 1 }),
      'POST /api/cart/create': okResponse(cartLine({ quantity: 1 })),
    },
  })
  await press('Add Toned Milk')
  await until(() => expect(listener).toHaveBeenCalled())
})
