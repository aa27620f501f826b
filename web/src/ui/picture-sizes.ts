/** Where a picture is used. Each use has its width in the style sheets. */
export type PictureSize = 'small' | 'card' | 'page' | 'large' | 'zoomed'

/** The `sizes` attribute of each use. Phones with 3 device pixels per CSS pixel load 160 px for `small` and 320 px for `card`. */
export const sizesOf: Record<PictureSize, string> = {
  small: '53px',
  card: '(max-width: 639px) 106px, 150px',
  page: '(max-width: 767px) 58vw, 360px',
  large: '(max-width: 767px) 86vw, 620px',
  zoomed: '1280px',
}

const WIDTHS = [160, 320, 640, 1280]
/** The maximum width in px while the browser's data saver is on; zoomed pictures are exempt. */
const SAVED_WIDTH = 320
const MEDIA_URL = /^(\/media\/[0-9a-z]{26})(\.[a-z]+)$/

/**
 * Returns the `srcset` of a picture in the shop's storage; with `saved` only its small sizes. Undefined for an external
 * picture.
 */
export function srcSetOf(src: string, saved = false): string | undefined {
  const [, stem, ending] = MEDIA_URL.exec(src) ?? []
  const widths = saved ? WIDTHS.filter((width) => width <= SAVED_WIDTH) : WIDTHS
  return stem && widths.map((width) => `${stem}-${width}${ending} ${width}w`).join(', ')
}
