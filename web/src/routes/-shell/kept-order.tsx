import { Suspense } from 'react'
import { keptOrder } from '@/features/order/kept-order-storage'
import { lazyPart } from '@/lib/lazy-with-preload'
import { useLoggedIn } from '@/lib/session'
import { useStored } from '@/lib/stored-value'

const KeptOrderNotice = lazyPart(
  () => import('@/features/order/shop/kept-order-notice'),
  (module) => module.KeptOrderNotice,
)

/** The notice of an order kept on this device. Its chunk loads only if there is one. */
export function KeptOrder() {
  const order = useStored(keptOrder)
  const loggedIn = useLoggedIn()
  if (!order || !loggedIn) return null
  return (
    <Suspense>
      <KeptOrderNotice />
    </Suspense>
  )
}
