import { ApiError } from './api'
import { notify } from './notify'

/** The messages of failed calls for which the server sent none. */
export type ErrorMessages = {
  /** For an error response without a message. */
  fallback: string
  /** For a call without a response; `fallback` if it is left out. */
  offline?: string
}

/** Reports whether the server responded; without a response the call may have been done or not. */
export function hasResponse(error: unknown): boolean {
  return error instanceof ApiError && error.status !== 0
}

/** Returns the message to show for a thrown value: the server's if it sent one, else the fallback. */
export function errorMessage(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.message ? error.message : fallback
}

/**
 * The message of a failed call for a toast, and for inline use beside its form. Without a response the toast is
 * the specification's `offline` and the inline message says what to do about it.
 */
export function describeError(
  error: unknown,
  { fallback, offline = fallback }: ErrorMessages,
): { toast: string; inline: string } {
  if (!hasResponse(error)) return { toast: offline, inline: errorMessage(error, offline) }
  const message = errorMessage(error, fallback)
  return { toast: message, inline: message }
}

/**
 * Shows a failed call as one toast: the server's message where it sent one, else the given one. A toast with the
 * same id is replaced.
 */
export function toastError(error: unknown, messages: ErrorMessages, id?: string): void {
  notify.error(describeError(error, messages).toast, { id })
}
