import { ApiError } from '@/lib/api'
import { errorMessage } from '@/lib/errors'
import type { Method } from './attempt'
import { texts } from './texts'

/** What to say of an order that did not succeed, and where that leaves the shopper. */
export type Failure = {
  sentence: string
  /** 'stay': go on from this page. 'login': ask who they are. 'cancel': the order is off. */
  way: 'stay' | 'login' | 'cancel'
  /** Whether the server has decided; if not, the same attempt may be sent again. */
  decided: boolean
  /** Whether a payment of an earlier order is in the way, which the shopper's orders show. */
  paymentOpen: boolean
}

const PAYMENT_OPEN = ['payments_open', 'payment_processing']

/**
 * Reads an order that failed. Cash on delivery that the shop refused is off; an online payment that did not begin
 * leaves everything as it was. Without an answer nobody knows yet, and the same may be sent again.
 */
export function failureOf(reason: unknown, method: Method = 'COD'): Failure {
  const { status, code } = reason instanceof ApiError ? reason : new ApiError(500, '')
  const leaves = method === 'COD' ? 'cancel' : 'stay'
  const unbegun = method === 'ONLINE' && status === 502
  const sentence = errorMessage(reason, unbegun ? texts.notRedirected : texts.orderFailed)
  const paymentOpen = PAYMENT_OPEN.includes(code)
  if (sentence.includes('Invalid string')) {
    return { sentence: texts.pictureFormat, way: leaves, decided: true, paymentOpen }
  }
  if (status === 401) return { sentence: texts.loginFirst, way: 'login', decided: false, paymentOpen }
  return {
    sentence,
    way: status === 0 ? 'stay' : leaves,
    decided: (status >= 400 && status < 429) || code === 'online_payment_off',
    paymentOpen,
  }
}
