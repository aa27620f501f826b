import { ApiError, sentenceOf } from '@/lib/api'
import { texts } from './texts'

/** What to say of an order that did not succeed, and where that leaves the shopper. */
export type Failure = {
  sentence: string
  /** 'stay': mend it on this page. 'login': ask who they are. 'cancel': the order is off. */
  way: 'stay' | 'login' | 'cancel'
  /** Whether the server has decided; if not, the same attempt may be sent again. */
  decided: boolean
}

/** Reads a failed order. What can be mended on the page stays there; nothing typed or chosen is lost. */
export function failureOf(reason: unknown): Failure {
  const status = reason instanceof ApiError ? reason.status : 500
  const sentence = sentenceOf(reason, texts.orderFailed)
  if (sentence.includes('Invalid string')) {
    return { sentence: texts.pictureFormat, way: 'cancel', decided: true }
  }
  if (status === 401) return { sentence: texts.loginFirst, way: 'login', decided: false }
  const aboutAddress = reason instanceof ApiError && reason.fields.some(({ field }) => field === 'addressId')
  const stays = status === 0 || status === 409 || status === 429 || aboutAddress
  return { sentence, way: stays ? 'stay' : 'cancel', decided: status >= 400 && status < 429 }
}
