import { ApiError, sentenceOf } from '@/lib/api'
import type { Method } from './attempt'
import { texts } from './texts'

/** What to say of an order that did not succeed, and where that leaves the shopper. */
export type Failure = {
  sentence: string
  /** 'stay': mend it on this page. 'login': ask who they are. 'cancel': the order is off. */
  way: 'stay' | 'login' | 'cancel'
  /** Whether the server has decided; if not, the same attempt may be sent again. */
  decided: boolean
  /** Whether a payment of an earlier order is in the way, which the shopper's orders show. */
  paymentOpen: boolean
}

const PAYMENT_OPEN = ['payments_open', 'payment_processing']

/**
 * Reads an order that failed. What can be mended on the page stays there; nothing typed or chosen is lost. An
 * online payment that did not begin leaves everything as it was.
 */
export function failureOf(reason: unknown, method: Method = 'COD'): Failure {
  const { status, code, fields } = reason instanceof ApiError ? reason : new ApiError(500, '')
  const leaves = method === 'COD' ? 'cancel' : 'stay'
  const unbegun = method === 'ONLINE' && status === 502
  const sentence = sentenceOf(reason, unbegun ? texts.notRedirected : texts.orderFailed)
  const paymentOpen = PAYMENT_OPEN.includes(code)
  if (sentence.includes('Invalid string')) {
    return { sentence: texts.pictureFormat, way: leaves, decided: true, paymentOpen }
  }
  if (status === 401) return { sentence: texts.loginFirst, way: 'login', decided: false, paymentOpen }
  const aboutAddress = fields.some(({ field }) => field === 'addressId')
  const stays = status === 0 || status === 409 || status === 429 || aboutAddress
  return {
    sentence,
    way: stays ? 'stay' : leaves,
    decided: (status >= 400 && status < 429) || code === 'online_payment_off',
    paymentOpen,
  }
}
