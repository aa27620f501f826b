import { CircleAlert, CircleCheck } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { resolveValue, useToaster } from 'react-hot-toast/headless'
import { classNames } from '@/lib/class-names'
import { Icon } from './icon'
import styles from './toaster.module.css'

const SUCCESS = { icon: CircleCheck, className: styles.success }
const ERROR = { icon: CircleAlert, className: styles.error }

// In px, between the header and the toasts.
const SPACE = 4

/**
 * Returns the top of the toasts in px, chosen so that they never cover the search field: on a phone over the logo while that is
 * visible, otherwise below the header.
 */
function topOfToasts(): number {
  const header = document.querySelector('header')?.getBoundingClientRect()
  if (!header || (innerWidth < 768 && header.top > -SPACE)) return SPACE
  return Math.max(header.bottom + SPACE, SPACE)
}

/** Renders the toasts, newest on top. Hover and focus pause their timers. Only their buttons receive pointer events. */
export function Toaster() {
  const { toasts, handlers } = useToaster()
  const box = useRef<HTMLDivElement>(null)
  const newest = toasts[0]?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new toast is placed by the header's position at that time
  useLayoutEffect(() => {
    if (box.current) box.current.style.top = `${topOfToasts()}px`
  }, [newest])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: pressing a button by key fires a click, too
    // biome-ignore lint/a11y/noStaticElementInteractions: pointer and focus only pause the timers of the toasts
    <div
      ref={box}
      className={styles.toaster}
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
      onFocus={handlers.startPause}
      onBlur={handlers.endPause}
      // A press removes the toast, and a removed button loses the focus without a blur event.
      onClick={handlers.endPause}
    >
      {toasts
        .filter((toast) => toast.visible)
        .map((toast) => {
          const { icon, className } = toast.type === 'error' ? ERROR : SUCCESS
          const text = resolveValue(toast.message, toast)
          return (
            <div
              key={toast.id}
              className={classNames(styles.toast, className)}
              data-toast={toast.type}
              {...toast.ariaProps}
            >
              <span className={styles.mark}>
                <Icon icon={icon} />
              </span>
              {typeof text === 'string' ? <span>{text}</span> : text}
            </div>
          )
        })}
    </div>
  )
}
