import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import { classNames } from '@/lib/class-names'
import { Icon } from '@/ui/icon'
import { texts } from '../texts'
import styles from './scroll-buttons.module.css'

/** Buttons at the ends of a horizontally scrolling row, for mice without horizontal scrolling. A button shows if there is more on its side. */
export function ScrollButtons({ scroller }: { scroller: RefObject<HTMLElement | null> }) {
  const [overflow, setOverflow] = useState({ before: false, after: false })
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const update = () => {
      const { scrollLeft, clientWidth, scrollWidth } = element
      setOverflow({ before: scrollLeft > 1, after: scrollLeft + clientWidth < scrollWidth - 1 })
    }
    const observer = new ResizeObserver(update)
    observer.observe(element)
    element.addEventListener('scroll', update, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', update)
    }
  }, [scroller])
  const scroll = (direction: 1 | -1) =>
    scroller.current?.scrollBy({ left: direction * scroller.current.clientWidth * 0.9 })
  return (
    <>
      {overflow.before && (
        <button
          type="button"
          className={classNames(styles.button, styles.back)}
          aria-label={texts.scrollBack}
          onClick={() => scroll(-1)}
        >
          <Icon icon={ChevronLeft} />
        </button>
      )}
      {overflow.after && (
        <button
          type="button"
          className={classNames(styles.button, styles.forward)}
          aria-label={texts.scrollForward}
          onClick={() => scroll(1)}
        >
          <Icon icon={ChevronRight} />
        </button>
      )}
    </>
  )
}
