/** The position of a picture in its frame: scaled by `scale` around the center, then moved by x and y, in px. */
export type ZoomView = { scale: number; x: number; y: number }

export type Point = { x: number; y: number }

export const WHOLE: ZoomView = { scale: 1, x: 0, y: 0 }
export const MAX_SCALE = 5
/** The scale after a double tap. */
export const TAP_SCALE = 2.5

/** Limits the offset so that the picture covers its frame, which is `side` px wide and high. */
function clamp({ scale, x, y }: ZoomView, side: number): ZoomView {
  const reach = ((scale - 1) * side) / 2
  const within = (offset: number) => Math.min(reach, Math.max(-reach, offset))
  // Adding 0 turns -0 into 0, which tests compare with.
  return { scale, x: within(x) + 0, y: within(y) + 0 }
}

/** Returns the view moved by an offset in px. */
export function panBy(view: ZoomView, { x, y }: Point, side: number): ZoomView {
  return clamp({ ...view, x: view.x + x, y: view.y + y }, side)
}

/** Returns the view at another scale; the point of the picture at `point`, measured from the frame's center, stays in place. */
export function zoomTo(view: ZoomView, scale: number, point: Point, side: number): ZoomView {
  const next = Math.min(MAX_SCALE, Math.max(1, scale))
  const ratio = next / view.scale
  return clamp(
    { scale: next, x: point.x - (point.x - view.x) * ratio, y: point.y - (point.y - view.y) * ratio },
    side,
  )
}

const KEY_ZOOM = 1.5
/** The step of an arrow key, as a fraction of the frame. */
const KEY_STEP = 0.15

/** Returns the view after a key: + and - zoom, 0 resets, arrows move; undefined for other keys. */
export function viewAfterKey(view: ZoomView, key: string, side: number): ZoomView | undefined {
  const step = KEY_STEP * side
  const moves: Record<string, Point> = {
    ArrowLeft: { x: step, y: 0 },
    ArrowRight: { x: -step, y: 0 },
    ArrowUp: { x: 0, y: step },
    ArrowDown: { x: 0, y: -step },
  }
  const middle = { x: 0, y: 0 }
  if (key === '+' || key === '=') return zoomTo(view, view.scale * KEY_ZOOM, middle, side)
  if (key === '-') return zoomTo(view, view.scale / KEY_ZOOM, middle, side)
  if (key === '0') return WHOLE
  const move = moves[key]
  return move && view.scale > 1 ? panBy(view, move, side) : undefined
}
