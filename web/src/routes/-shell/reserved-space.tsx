import { type ReactNode, useEffect, useRef } from 'react'
import { classNames } from '@/lib/class-names'
import { asText, storedValue } from '@/lib/stored-value'
import styles from './reserved-space.module.css'

/** The parts of home that show a shopper's own orders: `orders`: the open ones; `again`: the row to buy again. */
type SpaceName = 'orders' | 'again'

type Props = {
  name: SpaceName
  /** Set it when the content has loaded or is known to be empty. */
  settled?: boolean
  children?: ReactNode
}

/**
 * Reserves space for content that loads after a page that is the same for all users, to avoid a layout shift. Until it is
 * settled it has the height that it last had in this browser: the script in index.html sets --space-orders and
 * --space-again from the value stored here.
 */
export function ReservedSpace({ name, settled = false, children }: Props) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!settled || !element.current) return
    // Also read by the script in index.html.
    const stored = storedValue(`space-${name}`, 'login', asText)
    const observer = new ResizeObserver(([entry]) => {
      if (entry) stored.write(`${innerWidth} ${entry.contentRect.height}`)
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [name, settled])
  return (
    <div ref={element} className={classNames(styles.space, !settled && styles[name])}>
      {children}
    </div>
  )
}
