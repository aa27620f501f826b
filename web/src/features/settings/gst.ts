import { texts } from './texts'

/** The shop's GST status. */
export const GST_KINDS = ['REGISTERED', 'COMPOSITION', 'UNREGISTERED'] as const

export type GSTKind = (typeof GST_KINDS)[number]

/** Parses a stored GST status; '' if none is set. */
export function gstKind(value: string): GSTKind | '' {
  return GST_KINDS.find((kind) => kind === value) ?? ''
}

/** Returns the tax lines of a bill: the GSTIN, or that there is none, and the state. */
export function gstLines({ gst, gstin, state }: { gst: string; gstin: string; state: string }): string[] {
  return [
    gst === 'UNREGISTERED' ? texts.notRegistered : gstin && texts.gstin(gstin),
    gst === 'COMPOSITION' && texts.composition,
    state && texts.state(state),
  ].filter((line): line is string => Boolean(line))
}

const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Reports whether a GSTIN has 15 characters and a correct check character (Luhn, modulo 36). */
export function hasValidCheckCharacter(gstin: string): boolean {
  const values = [...gstin.trim().toUpperCase()].map((sign) => CHARACTERS.indexOf(sign))
  if (values.length !== 15 || values.includes(-1)) return false
  const sum = values.reduce((total, value, index) => {
    const product = value * (1 + (index % 2))
    return total + Math.floor(product / 36) + (product % 36)
  }, 0)
  return sum % 36 === 0
}
