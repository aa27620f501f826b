import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { isAdmin, userQuery } from '@/features/account/api'
import type { Product } from '@/features/catalog/api'
import { notify } from '@/lib/notify'
import { useLoggedIn } from '@/lib/session'
import { texts as shell } from '@/lib/texts'
import { type CartLine, cartQuery, findLine } from './api'
import { cartMutationQueue } from './cart-mutation-queue'
import { savePendingAdd } from './pending-add'
import { QuantityStepper } from './quantity-stepper'
import { texts } from './texts'

type Props = {
  product: Product
  /** A line of the cart, where the same product may stand in several sizes or colors. */
  line?: CartLine
  /** Called before a removal. */
  onRemove?: () => void
}

/** The action of a product in the catalog. Administrators have no cart: nothing is rendered for them. */
export function ProductCartAction({ product }: { product: Product }) {
  const { data: user } = useQuery(userQuery(useLoggedIn()))
  if (isAdmin(user)) return null
  return <CartAction product={product} />
}

/** The Add button, which becomes the stepper once the product is in the cart; or the words "Out of stock". */
export function CartAction({ product, line, onRemove }: Props) {
  const loggedIn = useLoggedIn()
  const { data: quantity = 0 } = useQuery({
    ...cartQuery(loggedIn),
    select: (lines) =>
      (line ? lines.find(({ _id }) => _id === line._id) : findLine(lines, product._id))?.quantity ?? 0,
  })
  const setQuantity = useSetQuantity(product, line)
  const { root, keepFocus } = useFocusKept(quantity > 0)
  const change = (next: number) => {
    if (loggedIn && next > 0 !== quantity > 0) keepFocus()
    if (next === 0) onRemove?.()
    setQuantity(next)
  }

  if (quantity === 0 && product.stock <= 0) return <span className="out">{texts.outOfStock}</span>
  return (
    <span ref={root} className="contents">
      {quantity === 0 ? (
        <button
          type="button"
          className="add"
          aria-label={texts.addProduct(product.name)}
          onClick={() => change(1)}
        >
          {texts.add} <Plus className="ic ic--s" />
        </button>
      ) : (
        <QuantityStepper product={product} quantity={quantity} onChange={change} />
      )}
    </span>
  )
}

/** Sets the quantity; without a login it shows a toast whose action logs in and then finishes the Add. */
function useSetQuantity(product: Product, line: CartLine | undefined) {
  const queryClient = useQueryClient()
  const loggedIn = useLoggedIn()
  const navigate = useNavigate()
  const router = useRouter()
  return (quantity: number) => {
    if (loggedIn) return void cartMutationQueue(queryClient).setQuantity(product, quantity, line)
    notify.error(shell.authenticationRequired, {
      action: {
        label: shell.login,
        onPress: () => {
          savePendingAdd(product._id)
          void navigate({ to: '/login', search: { redirect: router.state.location.href } })
        },
      },
    })
  }
}

/** Moves the focus to the control that replaces the pressed one: from Add to the stepper and back. */
function useFocusKept(inCart: boolean) {
  const root = useRef<HTMLSpanElement>(null)
  const pressed = useRef(false)
  useEffect(() => {
    if (pressed.current) root.current?.querySelector<HTMLElement>('[data-focus], .add')?.focus()
    pressed.current = false
  }, [inCart])
  return {
    root,
    keepFocus: () => {
      pressed.current = true
    },
  }
}
