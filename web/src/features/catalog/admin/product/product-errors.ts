import { ApiError } from '@/lib/api'
import { toastError } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { texts as sharedTexts } from '@/lib/texts'
import { texts } from './texts'

/** Shows the failure of a product's call as a toast. */
export function toastProductError(reason: unknown, refused: string): void {
  const status = reason instanceof ApiError ? reason.status : undefined
  if (status === 401) notify.error(sharedTexts.sessionOver)
  else if (status === 404) notify.error(texts.gone)
  else toastError(reason, { fallback: refused, offline: sharedTexts.unexpected })
}
