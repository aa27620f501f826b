import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type CartLine, cartKey } from '@/features/cart/api'
import { notify } from '@/lib/notify'
import { type OrderRow, placeCod, refreshAfterOrder } from '../api'
import { type Attempt, answered } from '../attempt'
import { failureOf } from '../failure'
import { texts } from '../texts'

/** Orders for cash on delivery and goes on to success or cancel; what got no answer stays in `error`. */
export function useCod() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()

  const onSuccess = async ([first]: OrderRow[], { body }: Attempt) => {
    answered()
    await navigate({
      to: '/success',
      search: { checkout: first?.checkoutId },
      state: { text: texts.orderSuccessful },
      replace: true,
    })
    const bought = new Set((JSON.parse(body) as Ordered).list_items.map(({ _id }) => _id))
    queryClient.setQueryData<CartLine[]>(cartKey, (lines) => lines?.filter(({ _id }) => !bought.has(_id)))
    refreshAfterOrder(queryClient)
  }

  const onError = (reason: unknown) => {
    const { sentence, way, decided } = failureOf(reason)
    if (decided) answered()
    // Nothing is asked of a shop that is away; the page says it once, beside the buttons.
    if (way === 'stay') return
    notify.error(sentence)
    // What the page shows of cart and shelves may be what the server refused.
    refreshAfterOrder(queryClient)
    if (way === 'cancel')
      void navigate({ to: '/cancel', state: { text: texts.orderCancelled, reason: sentence } })
  }
  return useMutation({ mutationFn: placeCod, onSuccess, onError })
}

type Ordered = { list_items: { _id: string }[] }
