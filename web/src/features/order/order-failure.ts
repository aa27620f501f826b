import { texts as payment } from '@/features/payment/texts'
import { ApiError, type FieldError } from '@/lib/api'
import { errorMessage } from '@/lib/errors'
import type { PaymentMethod } from './checkout-attempt'
import { texts } from './texts'

/** How the checkout reacts to a failed order. */
export type OrderFailure = {
  message: string
  /** Stay on the checkout page, or go to the login or the cancel page. */
  next: 'stay' | 'login' | 'cancel'
  /** Whether the server has decided; if not, the same attempt can be sent again. */
  final: boolean
  /** Whether an open payment of an earlier order is the reason. */
  paymentOpen: boolean
  /** Whether stock or prices differ from what the page showed: it shows the changes and asks again. */
  cartChanged: boolean
  /** The errors of the buying business by field, to correct at the checkout. */
  buyer?: { name?: string; gstin?: string }
}

const OPEN_PAYMENT_CODES = ['payments_open', 'payment_processing']

// The shop's own rules. Another cart, address or method may comply, or a later time.
const SHOP_RULE_CODES = [
  'closed',
  'paused',
  'no_cash',
  'no_online',
  'outside_pincodes',
  'below_minimum',
  'email_unconfirmed',
  'open_cash_orders',
  'open_cash_total',
]

const CART_CHANGED_CODES = ['prices_changed', 'out_of_stock', 'not_available', 'cart_changed']

/**
 * Interprets the error of an order. A refused COD order is canceled, unless a shop rule or a changed cart is the reason. An
 * online payment that did not start changes nothing. Without a response the outcome is unknown, and the same attempt can be sent again.
 */
export function orderFailure(error: unknown, method: PaymentMethod = 'COD'): OrderFailure {
  const { status, code, fields } = error instanceof ApiError ? error : new ApiError(500, '')
  const buyer = buyerRefusal(fields)
  const cartChanged = CART_CHANGED_CODES.includes(code)
  const stays = method === 'ONLINE' || cartChanged || buyer !== undefined || SHOP_RULE_CODES.includes(code)
  const refused = stays ? 'stay' : 'cancel'
  const notRedirected = method === 'ONLINE' && status === 502
  const message = errorMessage(error, notRedirected ? payment.notRedirected : texts.orderFailed)
  const paymentOpen = OPEN_PAYMENT_CODES.includes(code)
  if (message.includes('Invalid string')) {
    return { message: texts.pictureFormat, next: refused, final: true, paymentOpen, cartChanged }
  }
  if (status === 401)
    return { message: texts.loginFirst, next: 'login', final: false, paymentOpen, cartChanged }
  return {
    message,
    next: status === 0 ? 'stay' : refused,
    final: (status >= 400 && status < 429) || code === 'online_payment_off',
    paymentOpen,
    cartChanged,
    ...(buyer && { buyer }),
  }
}

/** Returns the errors of the buying business by field. */
export function buyerRefusal(fields: FieldError[]): OrderFailure['buyer'] {
  const messageOf = (name: string) => fields.find(({ field }) => field === `buyer.${name}`)?.message
  const [name, gstin] = [messageOf('name'), messageOf('gstin')]
  return name || gstin ? { name, gstin } : undefined
}
