import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react'

// In px: a shorter movement of the pointer is a click.
const STEADY = 6
// In px: dragging this close to the window's edge scrolls the page.
const EDGE = 72
// In px, for each movement of the pointer near the edge.
const EDGE_STEP = 14

type Options = {
  ids: string[]
  nameOf: (id: string) => string
  /** Moves the item to the index `to`. */
  onMove: (id: string, to: number) => void
  texts: {
    move: (name: string) => string
    lifted: (name: string) => string
    moved: (name: string, place: number, count: number) => string
    putBack: (name: string) => string
  }
}

/** Returns a copy of the list with the item moved from one index to another. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.filter((_, place) => place !== from)
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)]
}

/**
 * Reorders a list by handles: drag a handle, click one handle and then another, or use the arrow keys. Render
 * `announcement` in a live region.
 */
export function useReorder({ ids, nameOf, onMove, texts }: Options) {
  const [lifted, setLifted] = useState<string>()
  const [over, setOver] = useState<string>()
  const [announcement, setAnnouncement] = useState('')
  const drag = useRef<{ x: number; y: number; moving: boolean }>(undefined)
  const justDragged = useRef(false)

  const drop = () => {
    drag.current = undefined
    setLifted(undefined)
    setOver(undefined)
  }
  const move = (id: string, to: number) => {
    drop()
    if (to < 0 || to >= ids.length || ids[to] === id) return
    onMove(id, to)
    setAnnouncement(texts.moved(nameOf(id), to + 1, ids.length))
  }
  const itemAt = ({ clientX, clientY }: PointerEvent) => {
    const item = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-reorder]')
    const id = item?.dataset.reorder
    return id !== undefined && ids.includes(id) ? id : undefined
  }

  const handle = (id: string) => ({
    type: 'button' as const,
    'aria-label': texts.move(nameOf(id)),
    'aria-pressed': lifted === id,
    onPointerDown: (event: PointerEvent<HTMLButtonElement>) => {
      justDragged.current = false
      if (event.button !== 0) return
      drag.current = { x: event.clientX, y: event.clientY, moving: false }
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent<HTMLButtonElement>) => {
      const start = drag.current
      if (!start) return
      if (!start.moving && Math.hypot(event.clientX - start.x, event.clientY - start.y) < STEADY) return
      start.moving = true
      setLifted(id)
      setOver(itemAt(event))
      if (event.clientY < EDGE) window.scrollBy(0, -EDGE_STEP)
      if (event.clientY > innerHeight - EDGE) window.scrollBy(0, EDGE_STEP)
    },
    onPointerUp: (event: PointerEvent<HTMLButtonElement>) => {
      if (!drag.current?.moving) {
        drag.current = undefined
        return
      }
      justDragged.current = true
      const place = itemAt(event)
      if (place === undefined) drop()
      else move(id, ids.indexOf(place))
    },
    onPointerCancel: drop,
    onClick: (event: MouseEvent) => {
      event.preventDefault()
      if (justDragged.current) {
        justDragged.current = false
        return
      }
      if (lifted === undefined) {
        setLifted(id)
        setAnnouncement(texts.lifted(nameOf(id)))
      } else if (lifted === id) {
        drop()
        setAnnouncement(texts.putBack(nameOf(id)))
      } else move(lifted, ids.indexOf(id))
    },
    onKeyDown: (event: KeyboardEvent) => {
      const place = ids.indexOf(id)
      const to = { ArrowLeft: place - 1, ArrowUp: place - 1, ArrowRight: place + 1, ArrowDown: place + 1 }[
        event.key
      ]
      if (to !== undefined) {
        event.preventDefault()
        move(id, to)
      }
      if (event.key === 'Escape' && lifted !== undefined) {
        // Otherwise Escape would also close the dialog around the list.
        event.stopPropagation()
        drop()
        setAnnouncement(texts.putBack(nameOf(lifted)))
      }
    },
  })

  const item = (id: string) => ({
    'data-reorder': id,
    'data-lifted': lifted === id ? '' : undefined,
    'data-over': over === id && lifted !== id ? '' : undefined,
  })

  return { handle, item, announcement }
}
