import { formatCount, formatPlural } from '@/lib/count'
import { formatDateTime } from '@/lib/dates'
import { formatRupees, toPaise } from '@/lib/money'
import type { Need } from './api'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How long something has waited, in whole minutes, hours or days: "12 min", "3 h", "2 days". */
export function waited(since: string, now: number): string {
  const elapsedMs = Math.max(0, now - Date.parse(since))
  if (elapsedMs < HOUR_MS) return `${Math.floor(elapsedMs / MINUTE_MS)} min`
  if (elapsedMs < DAY_MS) return `${Math.floor(elapsedMs / HOUR_MS)} h`
  return formatPlural(Math.floor(elapsedMs / DAY_MS), 'day', 'days')
}

/** Since when, for an instant of today the time alone: "5:48 pm", else "yesterday, 5:48 pm". */
function sinceWhen(since: string, now: number): string {
  return formatDateTime(since, new Date(now)).replace('Today, ', '').replace('Yesterday', 'yesterday')
}

/** Returns what is needed, what more there is to know of it, and what one does about it, if that is in the shop. `now` is in milliseconds since 1970. */
export function needTexts(need: Need, now: number): { title: string; hint: string; action: string } {
  const { kind, count, since, amount, text } = need
  const rupees = amount === undefined ? undefined : formatRupees(toPaise(amount))
  const nameAndSince = since ? [text, `since ${sinceWhen(since, now)}`].filter(Boolean).join(', ') : text
  switch (kind) {
    case 'DAMAGE':
      return {
        title: 'The data is damaged: no orders are taken',
        hint: `${text} Whoever runs the server should repair it.`,
        action: '',
      }
    case 'NEW':
      return {
        title: formatPlural(count, 'new order', 'new orders'),
        hint: [
          `${count === 1 ? 'It' : 'The first'} has waited ${waited(since ?? '', now)}`,
          rupees && (count === 1 ? rupees : `${rupees} together`),
        ]
          .filter(Boolean)
          .join(', '),
        action: 'Open the desk',
      }
    case 'REFUNDS_DUE':
      return {
        title: rupees ? `${rupees} to give back` : formatPlural(count, 'refund is due', 'refunds are due'),
        hint:
          count === 1
            ? nameAndSince
            : `${formatPlural(count, 'order', 'orders')}, the first: ${nameAndSince}`,
        action: 'Give back',
      }
    case 'PROBLEMS':
      return {
        title: formatPlural(count, 'order has a problem', 'orders have a problem'),
        hint: count === 1 ? nameAndSince : `The first: ${nameAndSince}`,
        action: 'Look',
      }
    case 'COMPLAINTS':
      return {
        title: formatPlural(count, 'complaint is open', 'complaints are open'),
        hint: nameAndSince,
        action: 'Answer',
      }
    case 'PAYMENTS':
      return {
        title: 'Nobody can pay online',
        hint: `The payment provider has not responded since ${sinceWhen(since ?? '', now)}. Other orders go on; open payments are settled when it is back.`,
        action: '',
      }
    case 'PICTURES':
      return {
        title: 'Pictures cannot be shown or uploaded',
        hint: `Since ${sinceWhen(since ?? '', now)}. Orders go on. Tell whoever looks after the server`,
        action: '',
      }
    case 'PUSHES':
      return {
        title: `New orders do not wake ${formatPlural(count, 'phone', 'phones')}`,
        hint: `${count === 1 ? text : `${text} and others`}, since ${sinceWhen(since ?? '', now)}: the push service does not respond. Keep the desk open`,
        action: 'Open the desk',
      }
    case 'MAILS':
      return {
        title: formatPlural(count, 'mail does not go out', 'mails do not go out'),
        hint: since ? `Since ${sinceWhen(since, now)}${text ? `: ${text}` : ''}` : text,
        action: 'Try again',
      }
    case 'WEBHOOKS':
      return {
        title: formatPlural(count, 'program gets no events', 'programs get no events'),
        hint: 'It accepted nothing for a day, so its webhook was switched off',
        action: 'Look',
      }
    case 'COPIES':
      return {
        title: since ? `The last copy of the shop is ${waited(since, now)} old` : 'The shop is not copied',
        hint: [text, 'Tell whoever looks after the server'].filter(Boolean).join('. '),
        action: '',
      }
    case 'COPY_CHECK':
      return {
        title: text
          ? 'The last copy of the shop could not be restored'
          : 'No copy of the shop was tried for days',
        hint: [since && `Tried ${sinceWhen(since, now)}`, text, 'Tell whoever looks after the server']
          .filter(Boolean)
          .join('. '),
        action: '',
      }
    case 'COUNTER':
      return {
        title: formatPlural(
          count,
          'sale of the counter is not booked',
          'sales of the counter are not booked',
        ),
        hint: `${text}, since ${sinceWhen(since ?? '', now)}: made without the network, and refused when it arrived`,
        action: 'See to it',
      }
    case 'TO_COUNT':
      return {
        title: formatPlural(count, 'product has to be counted', 'products have to be counted'),
        hint: `${count === 1 ? text : `${text} and others`}: more was sold at the counter than there was`,
        action: 'Count',
      }
    case 'OUT_OF_STOCK': {
      const nameCount = text ? text.split(', ').length : 0
      return {
        title: formatPlural(count, 'product is out of stock', 'products are out of stock'),
        hint:
          count > nameCount
            ? `${text} and ${formatCount(count - nameCount)} more that sell`
            : `${text} sold lately`,
        action: 'Set stock',
      }
    }
  }
}
