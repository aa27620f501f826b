import type { Order } from '../orders-api'
import { sheetTexts } from './sheet-texts'

type Entry = NonNullable<Order['timeline']>[number]

export type TimelineEntry = { key: string; at: string; who: string; what: string; text: string }

/** Returns an order's history, newest first. Consecutive ticks of one person are merged. */
export function timelineEntries(timeline: Entry[] = []): TimelineEntry[] {
  const list: (TimelineEntry & { ticks: number })[] = []
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

/** Returns the old and new value of a change whose text does not include them; '' otherwise. */
function change(what: string, before = '', after = ''): string {
  if ((what === 'lines' || what === 'changed') && before && after)
    return `, ${sheetTexts.fromTo(before, after)}`
  if (what === 'note' && (before || after)) return `: ${sheetTexts.fromTo(before || '–', after || '–')}`
  if (what === 'packer' && before) return `, ${sheetTexts.insteadOf(before)}`
  return ''
}
