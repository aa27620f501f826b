import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useIsAdmin } from '@/features/account/use-is-admin'
import type { Product } from '@/features/catalog/api'
import { classNames } from '@/lib/class-names'
import { notify } from '@/lib/notify'
import { useLoggedIn } from '@/lib/session'
import { texts as shell } from '@/lib/texts'
import { Icon } from '@/ui/icon'
import { type CartLine, cartQuery, findLine } from './api'
import styles from './cart-action.module.css'
import { cartMutationQueue } from './cart-mutation-queue'
import { savePendingAdd } from './pending-add'
import { QuantityStepper, type StepperSize } from './quantity-stepper'
import { texts } from './texts'

type Props = {
  product: Product
  /** A line of the cart, where the same product may be in several sizes or colors. */
  line?: CartLine
  size?: StepperSize
  /** Called before a removal. */
  onRemove?: () => void
}

/** The action of a product in the catalog. Administrators have no cart: they see only that it is out of stock. */
export function ProductCartAction({ product, size }: Pick<Props, 'product' | 'size'>) {
  if (!useIsAdmin()) return <CartAction product={product} size={size} />
  return product.stock <= 0 && <OutOfStock />
}

function OutOfStock() {
  return <span className={styles.outOfStock}>{texts.outOfStock}</span>
}

/** The Add button, which becomes the stepper once the product is in the cart; or the words "Out of stock". */
export function CartAction({ product, line, size = 'medium', onRemove }: Props) {
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

  if (quantity === 0 && product.stock <= 0) return <OutOfStock />
  return (
    <span ref={root} className={styles.action}>
      {quantity === 0 ? (
        <button
          type="button"
          className={classNames(styles.add, styles[size])}
          data-focus
          aria-label={texts.addProduct(product.name)}
          onClick={() => change(1)}
        >
          {texts.add} <Icon icon={Plus} size="small" />
        </button>
      ) : (
        <QuantityStepper product={product} quantity={quantity} size={size} onChange={change} />
      )}
    </span>
  )
}

/** Sets the quantity; without a login it shows a toast whose action logs in. Whichever login comes next finishes the Add. */
function useSetQuantity(product: Product, line: CartLine | undefined) {
  const queryClient = useQueryClient()
  const loggedIn = useLoggedIn()
  const navigate = useNavigate()
  const router = useRouter()
  return (quantity: number) => {
    if (loggedIn) return void cartMutationQueue(queryClient).setQuantity(product, quantity, line)
    savePendingAdd(product._id)
    notify.error(shell.authenticationRequired, {
      action: {
        label: shell.login,
        onPress: () => void navigate({ to: '/login', search: { redirect: router.state.location.href } }),
      },
    })
  }
}

/** Moves the focus to the control that replaces the pressed one: from Add to the stepper and back. */
function useFocusKept(inCart: boolean) {
  const root = useRef<HTMLSpanElement>(null)
  const pressed = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the control was replaced
  useEffect(() => {
    if (pressed.current) root.current?.querySelector<HTMLElement>('[data-focus]')?.focus()
    pressed.current = false
  }, [inCart])
  return {
    root,
    keepFocus: () => {
      pressed.current = true
    },
  }
}
