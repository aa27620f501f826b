import { type ReactNode, useEffect, useRef } from 'react'
import { classNames } from '@/lib/class-names'
import styles from './room.module.css'

/** What home shows of a shopper's own orders: the strips of open ones, and the row to buy again. */
type RoomName = 'orders' | 'again'

type Props = {
  name: RoomName
  /** Whether it is known what stands there. */
  settled?: boolean
  children?: ReactNode
}

/**
 * Room for what comes after a page that is alike for everybody, so that nothing moves then. Until that is known it is as
 * high as it was last in this browser: the script in index.html sets --room-orders and --room-again.
 */
export function Room({ name, settled = false, children }: Props) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!settled || !element.current) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) localStorage.setItem(`room-${name}`, `${innerWidth} ${entry.contentRect.height}`)
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [name, settled])
  return (
    <div ref={element} className={classNames(styles.room, !settled && styles[name])}>
      {children}
    </div>
  )
}
