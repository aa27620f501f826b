/** The maximum pause between most keys of a scan, in ms: scanners send a key every 5 to 20 ms, people type one every 80 ms or more. */
const MAX_GAP_MS = 50
/** The maximum pause within a scan, in ms: a busy phone delivers some keys late. */
const MAX_PAUSE_MS = 500
/** The length of the shortest code, in characters. */
const MIN_LENGTH = 6

/**
 * The meaning of a key: the end of a scan (its last `length` characters), the second Enter of a scanner that sends CR
 * LF, a character that may belong to a scan (`isAlone` after a pause), or something else.
 */
export type Decoded =
  | { kind: 'scan'; code: string; length: number }
  | { kind: 'sign'; isAlone: boolean }
  | { kind: 'repeat' }
  | { kind: 'other' }

type Sign = { key: string; isFast: boolean }

/** Distinguishes a scanner, which types a code and Enter, from a person typing, by the pauses between keys. */
export class ScanDecoder {
  private signs: Sign[] = []
  private startedEmpty = true
  private last = Number.NEGATIVE_INFINITY
  private ended = Number.NEGATIVE_INFINITY

  /** Processes a key. `at` is the event's own time, so that a busy page does not distort the pauses; `text` is the focused field's text before the key. */
  press(key: string, at: number, text = ''): Decoded {
    // A scanner sends Shift as a key of its own before a capital letter.
    if (key === 'Shift') return { kind: 'other' }
    const gap = at - this.last
    this.last = at
    if (gap > MAX_PAUSE_MS) this.signs = []
    if (key === 'Enter') return this.end(at, gap <= MAX_GAP_MS)
    this.ended = Number.NEGATIVE_INFINITY
    if (key.length !== 1) {
      this.signs = []
      return { kind: 'other' }
    }
    if (this.signs.length === 0) this.startedEmpty = text === ''
    const isFast = this.signs.length > 0 && gap <= MAX_GAP_MS
    this.signs.push({ key, isFast })
    return { kind: 'sign', isAlone: !isFast }
  }

  /** The number of characters that may belong to a scan. */
  get length(): number {
    return this.signs.length
  }

  private end(at: number, isFast: boolean): Decoded {
    const code = this.code()
    const fast = code.filter((sign, index) => index > 0 && sign.isFast).length + Number(isFast)
    const isSecond = this.signs.length === 0 && at - this.ended <= MAX_GAP_MS
    this.signs = []
    if (code.length < MIN_LENGTH || fast * 2 <= code.length) return { kind: isSecond ? 'repeat' : 'other' }
    this.ended = at
    const text = code.map(({ key }) => key).join('')
    return { kind: 'scan', code: text.trim(), length: code.length }
  }

  /**
   * Returns the characters of the scan, from the key before the first fast one. Slow digits before that key belong to
   * the code if the field was empty; in a field with text a person typed them.
   */
  private code(): Sign[] {
    const first = Math.max(0, this.signs.findIndex(({ isFast }) => isFast) - 1)
    const isWhole = this.startedEmpty && this.signs.slice(0, first).every(({ key }) => /\d/.test(key))
    return isWhole ? this.signs : this.signs.slice(first)
  }
}
