import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { PincodeCheck } from '@/features/address/shop/pincode-check'
import { categoriesQuery, homeQuery, subCategoriesQuery } from '@/features/catalog/api'
import { HomePage, HomePending } from '@/features/catalog/shop/home-page'
import { hasEmbeddedResponses } from '@/lib/embedded-responses'
import { lazyPart } from '@/lib/lazy-with-preload'
import { hasSession, useLoggedIn } from '@/lib/session'
import { useClientValue } from '@/lib/use-client-value'
import { useProductSlots } from './-shell/product-slots'
import { ReservedSpace } from './-shell/reserved-space'

// Only for logged-in users: the first screen of other visitors does not wait for its code.
const loadOwnHome = () => import('./-shell/own-home')
const OpenOrdersStrips = lazyPart(loadOwnHome, (ownHome) => ownHome.OpenOrdersStrips)
const BuyAgainRow = lazyPart(loadOwnHome, (ownHome) => ownHome.BuyAgainRow)

export const Route = createFileRoute('/')({
  // Its outline is in the first file anyway; a file of its own would be one more round trip.
  codeSplitGroupings: [],
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      queryClient.ensureQueryData(homeQuery),
      queryClient.ensureQueryData(categoriesQuery),
      queryClient.ensureQueryData(subCategoriesQuery),
      // Waited for, so that it does not push the page down later; home does without it. A page that stands already
      // does not wait.
      hasSession() &&
        !hasEmbeddedResponses() &&
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
  // The page that the server renders is the same for everybody.
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
