import { ApiError } from '@/lib/api'
import { toastError } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { texts as shell } from '@/lib/texts'
import { texts } from './texts'

/** Tells of a product's call that failed. */
export function toastProductError(reason: unknown, refused: string): void {
  const status = reason instanceof ApiError ? reason.status : undefined
  if (status === 401) notify.error(shell.sessionOver)
  else if (status === 404) notify.error(texts.gone)
  else toastError(reason, { fallback: refused, offline: shell.unexpected })
}
