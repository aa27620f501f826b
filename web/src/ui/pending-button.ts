import type { ComponentProps, MouseEvent } from 'react'

/** The props of a button whose press starts a request. */
export type PendingButtonProps = ComponentProps<'button'> & {
  /** Whether the request is running. */
  pending?: boolean
}

/**
 * Returns the props of the element. A pending button ignores presses and submits no form. It is not `disabled`: a disabled
 * element loses the focus.
 */
export function pendingButton({ pending, ...button }: PendingButtonProps): ComponentProps<'button'> {
  return pending ? { ...button, 'aria-busy': true, 'aria-disabled': true, onClick: ignore } : button
}

function ignore(event: MouseEvent) {
  event.preventDefault()
  event.stopPropagation()
}
