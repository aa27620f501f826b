import { CircleAlert, CircleCheck, Info, LoaderCircle } from 'lucide-react'
import { resolveValue, useToaster } from 'react-hot-toast/headless'

const KINDS = {
  success: { icon: CircleCheck, className: 'toast--good' },
  error: { icon: CircleAlert, className: 'toast--bad' },
  loading: { icon: LoaderCircle, className: 'toast--load' },
  blank: { icon: Info, className: '' },
  custom: { icon: Info, className: '' },
}

/** Shows the toasts, newest on top, and holds them while someone is about to press. Only their buttons take a press. */
export function Toaster() {
  const { toasts, handlers } = useToaster()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a button that a key presses gives a click, too
    // biome-ignore lint/a11y/noStaticElementInteractions: pointer and focus only pause the clocks of what is shown
    <div
      className="toaster"
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
      onFocus={handlers.startPause}
      onBlur={handlers.endPause}
      // A press takes its toast away, and a button that is gone loses the focus without a word.
      onClick={handlers.endPause}
    >
      {toasts
        .filter((toast) => toast.visible)
        .map((toast) => {
          const { icon: Icon, className } = KINDS[toast.type]
          const text = resolveValue(toast.message, toast)
          return (
            <div key={toast.id} className={`toast ${className}`} {...toast.ariaProps}>
              <span className="mark">
                <Icon className="ic" />
              </span>
              {typeof text === 'string' ? <span>{text}</span> : text}
            </div>
          )
        })}
    </div>
  )
}
