/** How a picture lies in its frame: enlarged `scale` times around the frame's middle and moved by x and y, in px. */
export type ZoomView = { scale: number; x: number; y: number }

export type Point = { x: number; y: number }

export const WHOLE: ZoomView = { scale: 1, x: 0, y: 0 }
export const MAX_SCALE = 5
/** What a double tap enlarges to. */
export const TAP_SCALE = 2.5

/** Returns the view with nothing beside the picture showing, for a frame that is `side` px wide and high. */
function clamp({ scale, x, y }: ZoomView, side: number): ZoomView {
  const reach = ((scale - 1) * side) / 2
  const within = (offset: number) => Math.min(reach, Math.max(-reach, offset))
  // Not -0, which no comparison with 0 in a test accepts.
  return { scale, x: within(x) + 0, y: within(y) + 0 }
}

/** Returns the view moved. */
export function panBy(view: ZoomView, { x, y }: Point, side: number): ZoomView {
  return clamp({ ...view, x: view.x + x, y: view.y + y }, side)
}

/** Returns the view at another scale; what is at `point`, from the frame's middle, stays there. */
export function zoomTo(view: ZoomView, scale: number, point: Point, side: number): ZoomView {
  const next = Math.min(MAX_SCALE, Math.max(1, scale))
  const ratio = next / view.scale
  return clamp(
    { scale: next, x: point.x - (point.x - view.x) * ratio, y: point.y - (point.y - view.y) * ratio },
    side,
  )
}

const KEY_ZOOM = 1.5
/** How far an arrow key moves, as a part of the frame. */
const KEY_STEP = 0.15

/** Returns the view after a key: + and - zoom, 0 shows the whole, arrows move what is enlarged; undefined for any other key. */
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
