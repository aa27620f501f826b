import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import { texts } from '../texts'

/** For a mouse without a wheel to the side: arrows at the ends of a row, while there is more that way. */
export function RowArrows({ row }: { row: RefObject<HTMLElement | null> }) {
  const [more, setMore] = useState({ before: false, after: false })
  useEffect(() => {
    const element = row.current
    if (!element) return
    const look = () => {
      const { scrollLeft, clientWidth, scrollWidth } = element
      setMore({ before: scrollLeft > 1, after: scrollLeft + clientWidth < scrollWidth - 1 })
    }
    const sizes = new ResizeObserver(look)
    sizes.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [row])
  const turn = (direction: 1 | -1) =>
    row.current?.scrollBy({ left: direction * row.current.clientWidth * 0.9 })
  return (
    <>
      {more.before && (
        <button
          type="button"
          className="arrow arrow--before"
          aria-label={texts.before}
          onClick={() => turn(-1)}
        >
          <ChevronLeft className="ic" />
        </button>
      )}
      {more.after && (
        <button type="button" className="arrow arrow--after" aria-label={texts.after} onClick={() => turn(1)}>
          <ChevronRight className="ic" />
        </button>
      )}
    </>
  )
}
