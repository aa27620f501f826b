/**
 * Returns the props of a select, a checkbox or a file input whose change starts a request; spread them after its other props.
 * A pending field ignores changes and opens no file chooser. It is not `disabled`: a disabled element loses the focus.
 */
export function pendingField(pending: boolean) {
  return pending ? PENDING : undefined
}

const PENDING = {
  'aria-busy': true,
  'aria-disabled': true,
  onClick: (event: { preventDefault: () => void }) => event.preventDefault(),
  onChange: () => undefined,
} as const
