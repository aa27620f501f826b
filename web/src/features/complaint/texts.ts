import { formatCount, formatPlural } from '@/lib/count'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

/** How long until a time, or since it: "5 hours", "12 days"; the last hour counts as one. */
function span(ms: number): string {
  const whole = Math.abs(ms)
  return whole < 2 * DAY_MS
    ? formatPlural(Math.max(1, Math.round(whole / HOUR_MS)), 'hour', 'hours')
    : formatPlural(Math.round(whole / DAY_MS), 'day', 'days')
}

/** Every text about complaints. */
export const complaintTexts = {
  complaint: 'Complaint',
  complaints: 'Complaints',
  hint: 'Tell the shop what is wrong. You get a number, hear from the shop within 48 hours, and it is settled within a month.',
  order: 'Order number (optional)',
  orderHint: 'Such as #1042',
  text: 'What is wrong?',
  textMissing: 'Please say what is wrong.',
  send: 'Send the complaint',
  sent: (number: number) => `Your complaint has the number C-${number}. The shop answers within 48 hours.`,
  another: 'Write another complaint',
  failedToSend: 'The complaint could not be sent.',
  failedToLoad: 'Failed to load the complaints',
  mine: 'Your complaints',
  ticket: (number: number) => `C-${number}`,
  received: 'With the shop',
  acknowledged: 'The shop is looking into it',
  settled: 'Settled',
  shopSays: 'The shop says',
  open: 'Open',
  none: 'No complaints',
  noneHint: 'What customers complain about comes here, with the time that the law gives you.',
  about: (order: string) => `about ${order}`,
  acknowledge: 'Acknowledge',
  acknowledgeWithin: (ms: number) =>
    ms < 0 ? `Late: acknowledge it at once, ${span(ms)} over` : `Acknowledge within ${span(ms)}`,
  settleWithin: (ms: number) => (ms < 0 ? `Late: settle it, ${span(ms)} over` : `Settle within ${span(ms)}`),
  settledOn: (day: string) => `Settled on ${day}`,
  reply: (name: string) => `Reply to ${name}`,
  replyMissing: 'Please write what was done: the customer reads it.',
  sendReply: 'Send the reply',
  settle: 'Settle it',
  failedToAnswer: 'The answer could not be saved.',
  page: (page: number, pages: number) => `Page ${formatCount(page)} of ${formatCount(pages)}`,
} as const
