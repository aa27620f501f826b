type Box = readonly [x: number, y: number, width: number, height: number]

/** The label's box on each silhouette, in drawing units; a drawing is 120 units wide and high. */
const LABELS: Record<string, Box> = {
  pouch: [28, 40, 64, 44],
  sack: [26, 44, 68, 42],
  box: [18, 52, 62, 40],
  carton: [25, 52, 54, 36],
  bottle: [27, 63, 66, 33],
  pump: [29, 60, 62, 38],
  spray: [29, 70, 62, 32],
  aerosol: [31, 56, 58, 33],
  flacon: [33, 55, 54, 38],
  dropper: [28, 67, 64, 33],
  jar: [25, 58, 70, 34],
  pot: [26, 74, 68, 28],
  tin: [27, 55, 66, 34],
  tube: [31, 28, 58, 36],
  sachet: [33, 40, 58, 40],
  tub: [27, 54, 66, 34],
  tray: [27, 72, 66, 30],
  blister: [24, 70, 72, 34],
  bar: [23, 52, 74, 36],
  roll: [28, 55, 64, 36],
  pile: [22, 74, 76, 30],
  rice: [22, 74, 76, 30],
  nuts: [22, 74, 76, 30],
  powder: [22, 74, 76, 30],
  bunch: [28, 78, 64, 25],
  gourd: [28, 80, 66, 25],
  root: [28, 58, 64, 26],
  cauli: [29, 80, 62, 25],
  leaf: [29, 82, 62, 25],
  round: [29, 70, 62, 26],
  pods: [28, 74, 64, 26],
  candle: [32, 66, 56, 32],
  incense: [26, 58, 58, 38],
  diaper: [24, 46, 72, 40],
  toothbrush: [24, 66, 72, 36],
  petbag: [27, 56, 66, 40],
  bulb: [30, 36, 60, 30],
  battery: [22, 56, 76, 34],
  bucket: [29, 62, 62, 34],
  mop: [14, 26, 58, 28],
  brush: [26, 47, 68, 25],
  pan: [29, 72, 62, 27],
  frypan: [22, 80, 60, 25],
  cooker: [26, 62, 64, 34],
  container: [31, 56, 58, 34],
  flask: [31, 54, 58, 34],
  tumbler: [33, 58, 54, 32],
  mug: [24, 54, 58, 34],
  plate: [29, 50, 62, 26],
  bowl: [28, 66, 64, 28],
  tiffin: [29, 46, 62, 30],
  ladle: [46, 78, 66, 27],
  tool: [24, 70, 72, 33],
  cloth: [28, 46, 64, 34],
  rack: [29, 42, 62, 27],
  compact: [26, 68, 68, 29],
}

/** The lines of a label with the center of each and the font size, in drawing units. */
export type LabelLayout = {
  x: number
  size: number
  lines: { text: string; y: number }[]
  /** Placed above the lines. */
  brand?: { text: string; y: number; size: number }
}

// The largest font sizes, in drawing units: by default, and of small drawings, whose label must be larger to be readable.
const MAX_SIZE = 15
const MAX_SHORT_SIZE = 22
const LINE_HEIGHT = 1.02
// The share of the label's width and height that the text may fill.
const FILLED_WIDTH = 0.9
const FILLED_HEIGHT = 0.86
// The distance from a line's center to its baseline, as a fraction of the font size.
const BASELINE = 0.33

// The brand line's height and its font sizes. A brand that needs a smaller font is omitted: it would be illegible.
const BRAND_HEIGHT = 10
const MAX_BRAND_SIZE = 8.5
const MIN_BRAND_SIZE = 5

const NARROW = /[iljtfrI.,'’]/
const WIDE = /[mwMW]/

/** Returns the approximate width of a text as a multiple of the font size. */
function widthOf(text: string): number {
  let width = 0
  for (const letter of text) {
    if (letter === ' ') width += 0.22
    else if (NARROW.test(letter)) width += 0.36
    else if (WIDE.test(letter)) width += 0.86
    else width += letter === letter.toUpperCase() ? 0.66 : 0.57
  }
  return width
}

// Generic words, which the word before them specifies: "Toor" of "Toor Dal".
const GENERIC = new Set(['dal', 'powder', 'mix', 'oil', 'set', 'drink', 'bar', 'masala', 'care'])

/** Returns the most specific word of a label, for a small drawing. */
export function shortLabel(label: string): string {
  const words = label.split(' ')
  const last = words.at(-1) ?? ''
  return words.length > 1 && GENERIC.has(last.toLowerCase()) ? (words.at(-2) ?? last) : last
}

type LabelOptions = {
  /** Shown above the label if there is room. */
  brand?: string | undefined
  /** Set it if the drawing is too small for two words. */
  small?: boolean
}

/** Fits a label on a silhouette at the largest possible font size; undefined for a shape without a label. */
export function layoutLabel(
  shape: string,
  label: string,
  { brand = '', small = false }: LabelOptions = {},
): LabelLayout | undefined {
  const box = LABELS[shape]
  if (!box || !label) return undefined
  const [left, top, width, height] = box
  const brandSize = brand && Math.min(MAX_BRAND_SIZE, (width * FILLED_WIDTH) / widthOf(brand))
  const branded = brandSize !== '' && brandSize >= MIN_BRAND_SIZE
  const brandHeight = branded ? BRAND_HEIGHT : 0
  const best = breaksOf(label.split(' '))
    .map((lines) => {
      const byWidth = (width * FILLED_WIDTH) / Math.max(...lines.map(widthOf))
      const byHeight = ((height - brandHeight) * FILLED_HEIGHT) / (lines.length * LINE_HEIGHT)
      return { lines, size: Math.min(byWidth, byHeight, small ? MAX_SHORT_SIZE : MAX_SIZE) }
    })
    .reduce((a, b) => (b.size > a.size ? b : a))
  const step = best.size * LINE_HEIGHT
  const middle = top + brandHeight + (height - brandHeight) / 2
  const first = middle - ((best.lines.length - 1) * step) / 2 + best.size * BASELINE
  return {
    x: left + width / 2,
    size: rounded(best.size),
    lines: best.lines.map((text, index) => ({ text, y: rounded(first + index * step) })),
    ...(branded && { brand: { text: brand, y: rounded(top + BRAND_HEIGHT), size: rounded(brandSize) } }),
  }
}

/** Returns every way to break the words into at most two lines. */
function breaksOf(words: string[]): string[][] {
  const breaks = [[words.join(' ')]]
  for (let count = 1; count < words.length; count++)
    breaks.push([words.slice(0, count).join(' '), words.slice(count).join(' ')])
  return breaks
}

const rounded = (value: number) => Math.round(value * 10) / 10
