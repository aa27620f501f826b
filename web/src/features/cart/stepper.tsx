import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { Minus, Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { isAdmin, userQuery } from '@/features/account/api'
import type { Product } from '@/features/catalog/api'
import { notify } from '@/lib/notify'
import { useLoggedIn } from '@/lib/session'
import { texts as shell } from '@/lib/texts'
import { type CartLine, cartQuery, lineOf, MOST } from './api'
import { rememberAdd } from './pending-add'
import { quantitiesIn } from './quantities'
import { texts } from './texts'

type Props = {
  product: Product
  /** A line of the cart, where the same product may stand in several sizes or colors. */
  line?: CartLine
  /** Hears of a removal before it happens. */
  onRemove?: () => void
}

/** The notch of a card, with what stands in it. An administrator has no cart and so no notch. */
export function CartCorner({ product }: Props) {
  const { data: user } = useQuery(userQuery(useLoggedIn()))
  if (isAdmin(user)) return null
  return (
    <span className="notch">
      <CartStepper product={product} />
    </span>
  )
}

/** Add, which becomes the stepper in the same place; or the words "Out of stock". */
export function CartStepper({ product, line, onRemove }: Props) {
  const loggedIn = useLoggedIn()
  const { data: inCart = 0 } = useQuery({
    ...cartQuery(loggedIn),
    select: (lines) =>
      (line ? lines.find(({ _id }) => _id === line._id) : lineOf(lines, product._id))?.quantity ?? 0,
  })
  const want = useWant(product, line)
  const { root, keepFocus } = useFocusKept(inCart > 0)
  const change = (quantity: number) => {
    if (loggedIn && quantity > 0 !== inCart > 0) keepFocus()
    if (quantity === 0) onRemove?.()
    want(quantity)
  }

  if (inCart === 0 && product.stock <= 0) return <span className="out">{texts.outOfStock}</span>
  return (
    <span ref={root} className="contents">
      {inCart === 0 ? (
        <button
          type="button"
          className="add"
          aria-label={texts.addProduct(product.name)}
          onClick={() => change(1)}
        >
          {texts.add} <Plus className="ic ic--s" />
        </button>
      ) : (
        <Stepper product={product} quantity={inCart} onChange={change} />
      )}
    </span>
  )
}

type StepperProps = { product: Product; quantity: number; onChange: (quantity: number) => void }

function Stepper({ product, quantity, onChange }: StepperProps) {
  const most = Math.min(product.stock, MOST)
  const full = quantity >= most
  const more = () => {
    if (!full) return onChange(quantity + 1)
    notify.error(product.stock < MOST ? texts.onlyLeft(product.stock) : texts.atMost(MOST), { id: 'cart' })
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand inside a card's picture
    <span
      className={`step ${full ? 'step--max' : ''}`}
      role="group"
      aria-label={texts.quantityOf(product.name)}
    >
      <button
        type="button"
        aria-label={quantity === 1 ? texts.remove : texts.oneLess}
        onClick={() => onChange(quantity - 1)}
      >
        {quantity === 1 ? <Trash2 className="ic" /> : <Minus className="ic" />}
      </button>
      <output>
        <span key={quantity} className="tick">
          {quantity}
        </span>
      </output>
      <button type="button" aria-label={texts.oneMore} aria-disabled={full} data-focus onClick={more}>
        <Plus className="ic" />
      </button>
    </span>
  )
}

/** Changes the quantity; without a login it says so and offers one that comes back and finishes the Add. */
function useWant(product: Product, line: CartLine | undefined) {
  const queryClient = useQueryClient()
  const loggedIn = useLoggedIn()
  const navigate = useNavigate()
  const router = useRouter()
  return (quantity: number) => {
    if (loggedIn) return void quantitiesIn(queryClient).want(product, quantity, line)
    notify.error(shell.authenticationRequired, {
      action: {
        label: shell.login,
        onPress: () => {
          rememberAdd(product._id)
          void navigate({ to: '/login', search: { redirect: router.state.location.href } })
        },
      },
    })
  }
}

/** Keeps the focus in the corner when a press swaps what stands in it. */
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
