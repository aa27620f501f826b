import { asciiDigits } from '@/lib/typed-number'
import { texts } from './texts'

/** The types offered by the file chooser; the server inspects the content. */
export const LIST_TYPES = '.csv,.txt,.tsv,.xlsx,.xls,.html,.xml,text/csv'
const MAX_BYTES = 20 * 1024 * 1024

/** Returns why the server would refuse a price list, as a sentence; undefined if it would accept it. */
export function validateList(file: File | undefined): string | undefined {
  if (!file) return texts.list.missing
  if (file.size === 0) return texts.list.empty
  if (file.size > MAX_BYTES) return texts.list.tooLarge
  if (!/\.(csv|txt|tsv|xlsx?|html?|xml)$/i.test(file.name)) return texts.list.wrongType
  return undefined
}

/** Returns why a number of pieces is invalid, as a sentence; undefined if it is valid. */
export function validatePieces(text: string): string | undefined {
  return /^\s*\d{0,6}\s*$/.test(asciiDigits(text)) ? undefined : texts.list.notAWholeNumber
}
