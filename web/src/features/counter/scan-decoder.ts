/** The pause between most keys of a scan, in milliseconds: scanners type a key each 5 to 20, people each 80 and more. */
const MAX_GAP_MS = 50
/** The longest pause inside a scan: a busy phone delivers some keys late. */
const MAX_PAUSE_MS = 500
/** Signs of the shortest code. */
const MIN_LENGTH = 6

/**
 * The meaning of a key: the end of a scan, which is the last `length` signs; the second Enter of one (CR LF); a sign that
 * may begin or go on with a scan, alone after a pause; or none of these.
 */
export type Decoded =
  | { kind: 'scan'; code: string; length: number }
  | { kind: 'sign'; isAlone: boolean }
  | { kind: 'repeat' }
  | { kind: 'other' }

type Sign = { key: string; isFast: boolean }

/** Tells a scanner, which types a code and Enter, from a person at the same keyboard by the pauses between the keys. */
export class ScanDecoder {
  private signs: Sign[] = []
  private startedEmpty = true
  private last = Number.NEGATIVE_INFINITY
  private ended = Number.NEGATIVE_INFINITY

  /** Takes a key with the time of its event, so that a busy page decodes the same, and the text of the focused field before it. */
  press(key: string, at: number, text = ''): Decoded {
    // A capital letter comes with a Shift of its own.
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

  /** How many signs may belong to a scan. */
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
   * Returns the signs from the first fast ones on. Slow digits before them belong to the same code when the field was
   * empty; in a field with a text a person typed them.
   */
  private code(): Sign[] {
    const first = Math.max(0, this.signs.findIndex(({ isFast }) => isFast) - 1)
    const isWhole = this.startedEmpty && this.signs.slice(0, first).every(({ key }) => /\d/.test(key))
    return isWhole ? this.signs : this.signs.slice(first)
  }
}
