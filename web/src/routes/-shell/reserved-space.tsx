import { type ReactNode, useEffect, useRef } from 'react'
import { classNames } from '@/lib/class-names'
import { asText, storedValue } from '@/lib/stored-value'
import styles from './reserved-space.module.css'

/** What home shows of a shopper's own orders: the strips of open ones, and the row to buy again. */
type SpaceName = 'orders' | 'again'

type Props = {
  name: SpaceName
  /** Whether the content is loaded, or known to be empty. */
  settled?: boolean
  children?: ReactNode
}

/**
 * Reserves space for content that is loaded after a page that is the same for everybody, so that the layout does not shift.
 * Until the content is loaded it is as high as it was last in this browser: the script in index.html sets --space-orders
 * and --space-again from what is stored here.
 */
export function ReservedSpace({ name, settled = false, children }: Props) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!settled || !element.current) return
    // The script in index.html reads it.
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
