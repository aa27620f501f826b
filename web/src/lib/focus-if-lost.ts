/** Focuses an element if none has the focus, for example because the focused one was removed. */
export function focusIfLost(element: HTMLElement | null | undefined): void {
  if (document.activeElement === document.body) element?.focus()
}
