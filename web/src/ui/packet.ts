export type PacketShape = 'pouch' | 'bottle' | 'tub' | 'box'

const BAKED = /\b(biscuit|cookie|cracker|rusk)s?\b/i
const DRINK = /\b(butter ?milk|milk|lassi|chaa?s|shake)\b/i
const CREAMY = /\b(curd|dahi|yogh?urt|paneer|butter|ghee|cream)\b/i
const LIQUID = /\d\s*(ml|l|ltr|litres?|liters?)\b/i
const BOXED_UNIT = /\b(pcs?|pieces?|packs?|units?|nos?|tablets?|bags)\b/i
const BOXED = /\b(tea|soap)s?\b/i

/** Returns the silhouette of a product without a picture, by its name and unit. */
export function packetShape(name: string, unit: string): PacketShape {
  if (BAKED.test(name)) return 'box'
  if (CREAMY.test(name) && !DRINK.test(name)) return 'tub'
  if (LIQUID.test(unit)) return 'bottle'
  if (BOXED_UNIT.test(unit) || BOXED.test(name)) return 'box'
  return 'pouch'
}

const LABEL_LETTERS = 16
const LINE_LETTERS = 9
const DANGLING = /\s+(&|and|with|of|for|in|the|\+)$/i

/** Returns what fits a packet's label: the name before its first comma or dash, whole words on two short lines. */
export function packetLabel(name: string): string {
  const [head = ''] = name.split(/,|[–—|(]|\s-\s/)
  const [first = '', ...rest] = (head.trim() || name.trim()).split(/\s+/)
  const lines = [first.slice(0, LABEL_LETTERS)]
  for (const word of rest) {
    const line = `${lines.at(-1)} ${word}`
    if (line.length <= LINE_LETTERS) lines[lines.length - 1] = line
    else if (lines.length < 2 && lines.join(' ').length + word.length < LABEL_LETTERS) lines.push(word)
    else break
  }
  return lines.join(' ').replace(DANGLING, '')
}

const UNIT_LETTERS = 12

/** Returns what of a unit fits below the label: "30 g" of "30 g (10 bags x 3 g each)"; none of one that is still too long. */
export function packetUnit(unit: string): string {
  const [head = ''] = unit.split('(')
  return head.trim().length <= UNIT_LETTERS ? head.trim() : ''
}

/** How far a label's letters shrink, so that its longest word does not break: 0 not at all, 3 the most. */
export function packetShrink(label: string): 0 | 1 | 2 | 3 {
  const longest = Math.max(...label.split(' ').map((word) => word.length))
  if (longest <= 7) return 0
  if (longest === 8) return 1
  return longest <= 10 ? 2 : 3
}

/** Returns the one or two letters shown where the label would be too small to read. */
export function packetInitials(name: string): string {
  return packetLabel(name)
    .split(/\s+/)
    .filter((word) => /^[\p{L}\p{N}]/u.test(word))
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase())
    .join('')
}
