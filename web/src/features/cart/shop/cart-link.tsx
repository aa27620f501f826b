import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { ShoppingCart } from 'lucide-react'
import { useEffect } from 'react'
import { AuthRequired, NotForAdmin } from '@/features/account/auth-required'
import { useIsAdmin } from '@/features/account/use-is-admin'
import { redirectSearch } from '@/lib/redirect-search'
import { useLoggedIn } from '@/lib/session'
import { texts as sharedTexts } from '@/lib/texts'
import { useTitle } from '@/lib/title'
import { useMutation } from '@/lib/use-mutation'
import { buttonClass } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { LoadingFailed } from '@/ui/loading-failed'
import { Page } from '@/ui/page'
import { cartTexts } from '../cart-texts'
import { fillCart } from '../fill-cart'
import { type LinkItem, parseLinkItems } from '../link-items'
import { linkTexts } from '../link-texts'

type Props = {
  /** Encoded as in parseLinkItems. */
  items?: unknown
  /** The page to open when all items are in the cart; the cart by default. */
  redirect?: unknown
}

/** Adds the items of a link to the cart. It does not place an order. */
export function CartLink(search: Props) {
  useTitle(cartTexts.cart)
  const items = String(search.items ?? '')
  const { redirect = '/cart' } = redirectSearch(search)
  const loggedIn = useLoggedIn()
  const isAdmin = useIsAdmin()
  const parsed = parseLinkItems(items)
  return (
    <Page>
      {isAdmin ? (
        <NotForAdmin />
      ) : !parsed ? (
        <EmptyState icon={ShoppingCart} tone="indigo" level={1} title={linkTexts.unreadable}>
          <Link to="/" className={buttonClass()}>
            {cartTexts.lookAround}
          </Link>
        </EmptyState>
      ) : loggedIn ? (
        <LinkFilling key={items} items={parsed} redirect={redirect} />
      ) : (
        <AuthRequired />
      )}
    </Page>
  )
}

function LinkFilling({ items, redirect }: { items: LinkItem[]; redirect: string }) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const { mutate, data, error } = useMutation({
    mutationFn: () => fillCart(queryClient, items),
    onSuccess: (sentences) => {
      if (sentences.length === 0) router.history.replace(redirect)
    },
    meta: { errorShownBy: 'component' },
  })
  useEffect(() => mutate(), [mutate])
  if (error) return <LoadingFailed reason={error} retry={() => mutate()} />
  if (!data?.length)
    return (
      <>
        <h1>{linkTexts.filling}</h1>
        <LinesSkeleton count={3} />
      </>
    )
  return (
    <EmptyState
      icon={ShoppingCart}
      tone="indigo"
      level={1}
      title={linkTexts.partly}
      description={data.join(' ')}
    >
      <Link to="/cart" className={buttonClass()}>
        {sharedTexts.viewCart}
      </Link>
    </EmptyState>
  )
}
