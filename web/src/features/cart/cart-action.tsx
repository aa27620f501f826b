import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { type MouseEvent, useEffect, useRef } from 'react'
import { pincodeOutside } from '@/features/address/pincode'
import { pincodeTexts } from '@/features/address/pincode-texts'
import type { Product } from '@/features/catalog/api'
import { classNames } from '@/lib/class-names'
import { notify } from '@/lib/notify'
import { hasSession } from '@/lib/session'
import { texts as sharedTexts } from '@/lib/texts'
import { Icon } from '@/ui/icon'
import type { CartLine } from './api'
import styles from './cart-action.module.css'
import { cartMutationQueue } from './cart-mutation-queue'
import { useQuantityInCart } from './cart-quantities'
import { savePendingAdd } from './pending-add'
import { QuantityStepper, type StepperSize } from './quantity-stepper'
import { texts } from './texts'

type Props = {
  product: Product
  /** The pieces in the cart. */
  quantity: number
  /** The cart line, if the product may be in the cart in several sizes or colors. */
  line?: CartLine
  size?: StepperSize
  /** Called before the line is removed. */
  onRemove?: () => void
}

/** A product's action for shoppers in the catalog. */
export function ProductCartAction({ product, size }: Pick<Props, 'product' | 'size'>) {
  return <CartAction product={product} quantity={useQuantityInCart(product._id)} size={size} />
}

/** Replaces the action of a product that is out of stock. */
export function OutOfStock() {
  return <span className={styles.outOfStock}>{texts.outOfStock}</span>
}

/** The Add button, replaced by the stepper once the product is in the cart, or the words "Out of stock". */
export function CartAction({ product, quantity, line, size = 'medium', onRemove }: Props) {
  const setQuantity = useSetQuantity(product, line)
  const { root, keepFocus, stopDoublePress } = useReplacedControl(quantity > 0)
  const change = (next: number) => {
    if (hasSession() && next > 0 !== quantity > 0) keepFocus()
    if (next === 0) onRemove?.()
    setQuantity(next)
  }

  if (quantity === 0 && product.stock <= 0) return <OutOfStock />
  return (
    <span ref={root} className={styles.action} onClickCapture={stopDoublePress}>
      {quantity === 0 ? (
        // Without scripts, Add submits a form that opens the login. That form is in the noscript element of index.html;
        // with scripts it does not exist.
        <button
          type="submit"
          form="withoutScripts"
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

/** Returns a function that sets the quantity. Without a login it shows a toast with a login action; the next login adds the product. */
function useSetQuantity(product: Product, line: CartLine | undefined) {
  const queryClient = useQueryClient()
  const router = useRouter()
  return (quantity: number) => {
    const outside = quantity === 1 ? pincodeOutside(queryClient) : undefined
    if (outside !== undefined)
      notify.error(pincodeTexts.notYet(outside), {
        id: 'area',
        action: {
          label: pincodeTexts.changePincode,
          onPress: () => void router.navigate({ to: '/', hash: 'pincode' }),
        },
      })
    if (hasSession()) return void cartMutationQueue(queryClient).setQuantity(product, quantity, line)
    savePendingAdd(product._id)
    notify.error(sharedTexts.authenticationRequired, {
      action: {
        label: sharedTexts.login,
        onPress: () =>
          void router.navigate({ to: '/login', search: { redirect: router.state.location.href } }),
      },
    })
  }
}

/** In ms: a press this soon after the control has appeared was meant for the control that it replaced. */
const DOUBLE_PRESS_MS = 400

/**
 * Moves the focus to the control that replaces the pressed one: from Add to the stepper and back. Stops the second
 * press of a double press, which would hit the new control. Compares times, because phones report a click count of 1
 * for each tap; a key press has a count of 0 and is never stopped.
 */
function useReplacedControl(inCart: boolean) {
  const root = useRef<HTMLSpanElement>(null)
  const pressed = useRef(false)
  const replacedAt = useRef(-DOUBLE_PRESS_MS)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the control was replaced
  useEffect(() => {
    if (pressed.current) {
      root.current?.querySelector<HTMLElement>('[data-focus]')?.focus()
      replacedAt.current = performance.now()
    }
    pressed.current = false
  }, [inCart])
  return {
    root,
    keepFocus: () => {
      pressed.current = true
    },
    stopDoublePress: (event: MouseEvent) => {
      if (event.detail && event.timeStamp < replacedAt.current + DOUBLE_PRESS_MS) event.stopPropagation()
    },
  }
}
