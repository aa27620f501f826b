import { ApiError } from './api'
import { notify } from './notify'

/** Messages for failed calls for which the server sent none. */
export type ErrorMessages = {
  /** For an error response without a message. */
  fallback: string
  /** For a call without a response; defaults to `fallback`. */
  offline?: string
}

/** Reports whether the server responded. Without a response the call may or may not have taken effect. */
export function hasResponse(error: unknown): boolean {
  return error instanceof ApiError && error.status !== 0
}

/** Returns the message to show for a thrown value: the server's if it sent one, else the fallback. */
export function errorMessage(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.message ? error.message : fallback
}

/**
 * Returns the messages of a failed call: `toast` for a toast, `inline` for display beside its form. Without a response the
 * toast is `offline` and the inline message says what to do.
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
 * Shows a failed call as one toast: the server's message if it sent one, else one of `messages`. A toast with the same id
 * is replaced.
 */
export function toastError(error: unknown, messages: ErrorMessages, id?: string): void {
  notify.error(describeError(error, messages).toast, { id })
}
