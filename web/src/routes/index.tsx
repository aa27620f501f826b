import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { PincodeCheck } from '@/features/address/shop/pincode-check'
import { categoriesQuery, homeQuery, subCategoriesQuery } from '@/features/catalog/api'
import { HomePage, HomePending } from '@/features/catalog/shop/home-page'
import { loadsEmbeddedResponses } from '@/lib/hydration/embedded-responses'
import { lazyPart } from '@/lib/lazy-with-preload'
import { hasSession, useLoggedIn } from '@/lib/session'
import { useClientValue } from '@/lib/use-client-value'
import { useProductSlots } from './-shell/product-slots'
import { ReservedSpace } from './-shell/reserved-space'

// Only for logged-in users: other visitors' first screen does not wait for this chunk.
const loadOwnHome = () => import('./-shell/own-home')
const OpenOrdersStrips = lazyPart(loadOwnHome, (ownHome) => ownHome.OpenOrdersStrips)
const BuyAgainRow = lazyPart(loadOwnHome, (ownHome) => ownHome.BuyAgainRow)

export const Route = createFileRoute('/')({
  // The skeleton is part of the entry chunk; a chunk of its own would cost a round trip.
  codeSplitGroupings: [],
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      queryClient.ensureQueryData(homeQuery),
      queryClient.ensureQueryData(categoriesQuery),
      queryClient.ensureQueryData(subCategoriesQuery),
      // Wait for the shopper's own orders, to avoid a layout shift, but not on a page that is already displayed. Home
      // works without them.
      hasSession() &&
        !loadsEmbeddedResponses() &&
        loadOwnHome()
          .then(({ prefetchOwnHome }) => prefetchOwnHome(queryClient))
          .catch(() => undefined),
    ]),
  component: Page,
  pendingComponent: HomePending,
  staticData: { shopping: true },
})

function Page() {
  const loggedIn = useLoggedIn()
  const slots = useProductSlots()
  // The server renders the same page for all users, so the login is unknown until hydration.
  const isUnknown = useClientValue(() => '', 'yes') === 'yes'
  return (
    <HomePage
      slots={slots}
      notice={
        <>
          <Suspense fallback={<ReservedSpace name="orders" />}>
            {loggedIn ? <OpenOrdersStrips /> : isUnknown && <ReservedSpace name="orders" />}
          </Suspense>
          <PincodeCheck />
        </>
      }
      firstRow={
        <Suspense fallback={<ReservedSpace name="again" />}>
          {loggedIn ? <BuyAgainRow slots={slots} /> : isUnknown && <ReservedSpace name="again" />}
        </Suspense>
      }
    />
  )
}
