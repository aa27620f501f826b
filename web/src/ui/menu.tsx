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

/** Minimum distance of the popup from the window's left edge, in px. */
const EDGE = 8

type Props = {
  /** The accessible name of the button. */
  label: string
  /** The content of the button. */
  trigger: ReactNode
  triggerClassName?: string
  className?: string
  /** Renders the menu's head and items; call `close` to close the menu. */
  children: (close: () => void) => ReactNode
}

/** A button that opens a popup of links, which closes on Escape and when the focus leaves. It is a disclosure, not an ARIA menu, so Tab moves through its items. */
export function Menu({ label, trigger, triggerClassName, className, children }: Props) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  const id = useId()
  const close = () => setOpen(false)
  // The popup is aligned with the end of its button. On a narrow screen it can extend beyond the left edge: shift it back.
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
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles only events that bubble from its button and links
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
