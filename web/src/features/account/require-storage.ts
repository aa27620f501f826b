import { ApiError } from '@/lib/api'
import { canStore } from '@/lib/stored-login'
import { texts } from './texts'

/** Throws ApiError if the browser cannot store a login. */
export function requireStorage(): void {
  if (!canStore()) throw new ApiError(507, texts.storageBlocked)
}
