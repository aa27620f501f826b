import toast from 'react-hot-toast/headless'

type Action = { label: string; onPress: () => void }
type Options = {
  /** A toast with the same id takes the place of the one before. */
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

/** Toasts: how long each kind stays and how many show at once is the library's default and the specification's. */
export const notify = {
  success: (text: string, { id = text, action }: Options = {}) =>
    toast.success(message(text, id, action), { id }),
  error: (text: string, { id = text, action }: Options = {}) =>
    toast.error(message(text, id, action), { id }),
  dismiss: (id: string) => toast.dismiss(id),
}
