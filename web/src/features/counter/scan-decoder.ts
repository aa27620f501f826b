/** The longest pause inside a scan, in milliseconds: scanners type a key each 5 to 20, people each 80 and more. */
const MAX_GAP_MS = 50
/** Signs of the shortest code. */
const MIN_LENGTH = 6

/** What a key means: the end of a scan, the second Enter of one (CR LF), a sign that may begin or go on with one, or neither. */
export type Decoded = { kind: 'scan'; code: string } | { kind: 'repeat' | 'sign' | 'other' }

/** Tells a scanner, which types a code and Enter, from a person at the same keyboard by the pauses between the keys. */
export class ScanDecoder {
  private signs = ''
  private last = Number.NEGATIVE_INFINITY
  private ended = Number.NEGATIVE_INFINITY

  /** Takes a key with the time of its event, so that a busy page decodes the same. */
  press(key: string, at: number): Decoded {
    // A capital letter comes with a Shift of its own.
    if (key === 'Shift') return { kind: 'other' }
    const fast = at - this.last <= MAX_GAP_MS
    this.last = at
    if (key === 'Enter') return this.end(at, fast)
    if (key.length !== 1) {
      this.signs = ''
      return { kind: 'other' }
    }
    this.signs = fast ? this.signs + key : key
    return { kind: 'sign' }
  }

  /** How many signs have come without a pause. */
  get length(): number {
    return this.signs.length
  }

  private end(at: number, fast: boolean): Decoded {
    const code = this.signs
    this.signs = ''
    if (fast && code.length >= MIN_LENGTH) {
      this.ended = at
      return { kind: 'scan', code: code.trim() }
    }
    const repeat = code === '' && at - this.ended <= MAX_GAP_MS
    return { kind: repeat ? 'repeat' : 'other' }
  }
}
