import { type FocusEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { classNames } from '@/lib/class-names'
import styles from './menu.module.css'

/** The class of a menu's links and buttons. */
export const menuItemClass = styles.item

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
  const id = useId()
  const close = () => setOpen(false)

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
      <div id={id} className={styles.popup} hidden={!open}>
        {children(close)}
      </div>
    </div>
  )
}
