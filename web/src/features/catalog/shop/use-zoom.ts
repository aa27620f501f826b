import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { type Point, panBy, TAP_SCALE, viewAfterKey, WHOLE, type ZoomView, zoomTo } from './zoom-view'

const DOUBLE_TAP_MS = 300
const TAP_REACH_PX = 24
const WHEEL_ZOOM = 0.002

/** Makes a picture zoomable by pinch, wheel, double tap and keys, and movable by dragging. */
export function useZoom() {
  // State instead of a ref: a dialog mounts its content after this hook's first effects.
  const [frame, setFrame] = useState<HTMLDivElement | null>(null)
  const [view, setView] = useState(WHOLE)
  const pointers = usePointers(frame, setView)

  // Set by script: the content security policy forbids style attributes.
  useEffect(() => {
    const { x, y, scale } = view
    frame?.style.setProperty('--zoom', `translate(${x}px, ${y}px) scale(${scale})`)
  }, [frame, view])
  useEffect(() => {
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const { side, pointOf } = geometryOf(frame)
      setView((before) =>
        zoomTo(before, before.scale * Math.exp(-event.deltaY * WHEEL_ZOOM), pointOf(event), side),
      )
    }
    // React's own listener is passive and could not prevent the page from scrolling.
    frame?.addEventListener('wheel', onWheel, { passive: false })
    return () => frame?.removeEventListener('wheel', onWheel)
  }, [frame])

  const press = (key: string) => {
    const next = viewAfterKey(view, key, geometryOf(frame).side)
    if (next) setView(next)
    return next !== undefined
  }
  return {
    setFrame,
    scale: view.scale,
    /** Handles a key; returns whether it has an effect. */
    press,
    reset: () => setView(WHOLE),
    handlers: {
      ...pointers,
      onKeyDown: (event: KeyboardEvent) => {
        if (press(event.key)) event.preventDefault()
      },
    },
  }
}

type Located = { clientX: number; clientY: number }

/** Returns the frame's side in px, and a function that converts a pointer event to coordinates from the frame's center. */
function geometryOf(frame: HTMLElement | null) {
  const { left, top, width, height } = frame?.getBoundingClientRect() ?? new DOMRect()
  return {
    side: width,
    pointOf: ({ clientX, clientY }: Located): Point => ({
      x: clientX - left - width / 2,
      y: clientY - top - height / 2,
    }),
  }
}

type SetView = (change: (before: ZoomView) => ZoomView) => void

/** Handles pointers: one drags, two pinch, a double tap zooms in or out. */
function usePointers(frame: HTMLElement | null, setView: SetView) {
  const pointers = useRef(new Map<number, Point>())
  const lastTap = useRef({ at: 0, x: 0, y: 0 })
  const start = useRef<Point>({ x: 0, y: 0 })

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const { pointOf } = geometryOf(frame)
    event.currentTarget.setPointerCapture(event.pointerId)
    start.current = pointOf(event)
    pointers.current.set(event.pointerId, start.current)
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const before = pointers.current.get(event.pointerId)
    if (!before) return
    const { side, pointOf } = geometryOf(frame)
    const now = pointOf(event)
    pointers.current.set(event.pointerId, now)
    const [otherPoint] = [...pointers.current].flatMap(([id, point]) => (id === event.pointerId ? [] : point))
    const move = { x: now.x - before.x, y: now.y - before.y }
    if (!otherPoint) return setView((view) => panBy(view, move, side))
    const ratio = distance(now, otherPoint) / Math.max(1, distance(before, otherPoint))
    const middle = { x: (now.x + otherPoint.x) / 2, y: (now.y + otherPoint.y) / 2 }
    // Only one of the two fingers has moved, so their midpoint has moved half as far.
    const moved = { x: move.x / 2, y: move.y / 2 }
    setView((view) => panBy(zoomTo(view, view.scale * ratio, middle, side), moved, side))
  }
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const alone = pointers.current.size === 1
    if (!pointers.current.delete(event.pointerId) || !alone) return
    const { side, pointOf } = geometryOf(frame)
    const point = pointOf(event)
    if (distance(point, start.current) > TAP_REACH_PX) return
    const { at, ...tapped } = lastTap.current
    const twice = event.timeStamp - at < DOUBLE_TAP_MS && distance(point, tapped) < TAP_REACH_PX
    lastTap.current = { at: twice ? 0 : event.timeStamp, ...point }
    if (twice) setView((view) => zoomTo(view, view.scale > 1 ? 1 : TAP_SCALE, point, side))
  }
  const onPointerCancel = ({ pointerId }: PointerEvent<HTMLElement>) => {
    pointers.current.delete(pointerId)
  }
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel }
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}
