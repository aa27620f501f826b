/** The `sizes` of a picture by its use: the widths that the style sheets give it. */
export type PictureSize = 'small' | 'card' | 'page' | 'large' | 'zoomed'

/** The `sizes` of each. Phones with 3 device pixels to one choose 160 for a small one and 320 for a card. */
export const sizesOf: Record<PictureSize, string> = {
  small: '53px',
  card: '(max-width: 639px) 106px, 150px',
  page: '(max-width: 767px) 58vw, 360px',
  large: '(max-width: 767px) 86vw, 620px',
  zoomed: '1280px',
}

const WIDTHS = [160, 320, 640, 1280]
/** With the browser's data saver on a picture is at most this wide, in px; a zoomed one is as large as it has to be. */
const SAVED_WIDTH = 320
const MEDIA_URL = /^(\/media\/[0-9a-z]{26})(\.[a-z]+)$/

/**
 * Returns the sizes in which the shop keeps a picture, with `saved` only the small ones; undefined for one that is not
 * kept by the shop.
 */
export function srcSetOf(src: string, saved = false): string | undefined {
  const [, stem, ending] = MEDIA_URL.exec(src) ?? []
  const widths = saved ? WIDTHS.filter((width) => width <= SAVED_WIDTH) : WIDTHS
  return stem && widths.map((width) => `${stem}-${width}${ending} ${width}w`).join(', ')
}
