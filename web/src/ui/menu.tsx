import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { classNames } from '@/lib/class-names'
import styles from './menu.module.css'

/** The class of a menu's links and buttons. */
export const menuItemClass = styles.item

/** Least distance from the window's left edge, in px. */
const EDGE = 8

type Props = {
  /** The accessible name of the button. */
  label: string
  /** What the button shows. */
  trigger: ReactNode
  triggerClassName?: string
  className?: string
  /** The menu's head and items; `close` folds it. */
  children: (close: () => void) => ReactNode
}

/** A button that unfolds links, and folds when the focus leaves or with Escape: a disclosure, so Tab walks it. */
export function Menu({ label, trigger, triggerClassName, className, children }: Props) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  const id = useId()
  const close = () => setOpen(false)
  // The popup ends below the end of its button, which on a phone is not always as far from the window's edge as it is wide.
  useLayoutEffect(() => {
    if (!open || !popup.current) return
    popup.current.style.translate = 'none'
    const missing = EDGE - popup.current.getBoundingClientRect().left
    if (missing > 0) popup.current.style.translate = `${missing}px`
  }, [open])

  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget as Node | null)) close()
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape') return
    close()
    button.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears what its button and links do
    <div className={classNames(styles.menu, className)} onBlur={onBlur} onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        className={triggerClassName}
        aria-label={label}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {trigger}
      </button>
      <div ref={popup} id={id} className={styles.popup} hidden={!open}>
        {children(close)}
      </div>
    </div>
  )
}
