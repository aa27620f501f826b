import type { Order } from '../orders-api'
import { sheetTexts } from './sheet-texts'

type Entry = NonNullable<Order['timeline']>[number]

export type Happening = { key: string; at: string; who: string; what: string; text: string }

/** Returns what happened to an order, the newest first. Ticks of one person one after the other are one line. */
export function happenings(timeline: Entry[] = []): Happening[] {
  const list: (Happening & { ticks: number })[] = []
  for (const [index, { at, who, what, text, before, after }] of timeline.entries()) {
    const last = list.at(-1)
    const ticks = what === 'ticked' ? Number(/\d+/.exec(text)?.[0] ?? 1) : 0
    if (last?.what === 'ticked' && what === 'ticked' && last.who === who) {
      last.ticks += ticks
      last.at = at
      last.text = sheetTexts.ticked(last.ticks)
      continue
    }
    list.push({
      key: `${at}-${index}`,
      at,
      who: who || sheetTexts.shop,
      what,
      text: ticks > 0 ? sheetTexts.ticked(ticks) : text + change(what, before, after),
      ticks,
    })
  }
  return list.toReversed()
}

/** Returns what an action changed, from old to new, where its sentence does not say it. */
function change(what: string, before = '', after = ''): string {
  if ((what === 'lines' || what === 'changed') && before && after)
    return `, ${sheetTexts.fromTo(before, after)}`
  if (what === 'note' && (before || after)) return `: ${sheetTexts.fromTo(before || '–', after || '–')}`
  if (what === 'packer' && before) return `, ${sheetTexts.insteadOf(before)}`
  return ''
}
