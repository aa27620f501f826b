import toast from 'react-hot-toast/headless'

type Action = { label: string; onPress: () => void }
type Options = {
  /** A toast replaces the current one with the same id. */
  id?: string
  action?: Action
}

function message(text: string, id: string | undefined, action: Action | undefined) {
  if (!action) return text
  return (
    <>
      <span>{text}</span>
      <button
        type="button"
        onClick={() => {
          toast.dismiss(id)
          action.onPress()
        }}
      >
        {action.label}
      </button>
    </>
  )
}

/**
 * Shows toasts. Their durations and the maximum number on screen follow the library's defaults and the specification.
 */
export const notify = {
  success: (text: string, { id = text, action }: Options = {}) =>
    toast.success(message(text, id, action), { id }),
  error: (text: string, { id = text, action }: Options = {}) =>
    toast.error(message(text, id, action), { id }),
  dismiss: (id: string) => toast.dismiss(id),
}
