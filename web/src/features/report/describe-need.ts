import { DAY_MS, formatDateTime, formatTime, HOUR_MS, MINUTE_MS, shopClock } from '@/lib/dates'
import { formatRupees, toPaise } from '@/lib/money'
import type { Need } from './api'
import { needTexts as texts } from './need-texts'

/** Formats how long something has waited, in whole minutes, hours or days: "12 min", "3 h", "2 days". */
export function formatWait(since: string, now: number): string {
  const elapsedMs = Math.max(0, now - Date.parse(since))
  if (elapsedMs < HOUR_MS) return texts.minutes(Math.floor(elapsedMs / MINUTE_MS))
  if (elapsedMs < DAY_MS) return texts.hours(Math.floor(elapsedMs / HOUR_MS))
  return texts.days(Math.floor(elapsedMs / DAY_MS))
}

/** Formats a start time: "5:48 pm" today, otherwise "yesterday, 5:48 pm". */
function sinceWhen(since: string, now: number): string {
  const date = new Date(since)
  const days = shopClock(new Date(now)).dayNumber - shopClock(date).dayNumber
  if (days === 0) return formatTime(date)
  return days === 1 ? texts.yesterdayAt(formatTime(date)) : formatDateTime(since, new Date(now))
}

type Description = { title: string; hint: string; action: string }

/** Returns the title, details and action of a need; '' as the action if nothing can be done in the app. `now` is in ms since 1970. */
export function describeNeed(need: Need, now: number): Description {
  const { kind, count, since, amount, text } = need
  const when = since ? sinceWhen(since, now) : ''
  const about = text && when ? texts.nameSince(text, when) : text || (when && texts.since(when))
  const rupees = amount === undefined ? undefined : formatRupees(toPaise(amount))
  switch (kind) {
    case 'NEW': {
      const age = formatWait(since ?? '', now)
      const hint = rupees ? texts.waitedFor(count, age, rupees) : texts.waited(count, age)
      return { title: texts.newOrders(count), hint, action: texts.openDesk }
    }
    case 'REFUNDS_DUE':
      return {
        title: rupees ? texts.toGiveBack(rupees) : texts.refundsDue(count),
        hint: count === 1 ? about : texts.firstOf(count, about),
        action: texts.giveBack,
      }
    case 'PROBLEMS':
      return {
        title: texts.problems(count),
        hint: count === 1 ? about : texts.oldest(about),
        action: texts.look,
      }
    case 'COMPLAINTS':
      return { title: texts.complaints(count), hint: about, action: texts.answer }
    case 'KHATA':
      return {
        title: texts.khata(count),
        hint: count === 1 ? about : texts.oldest(about),
        action: texts.look,
      }
    case 'COUNTER':
      return { title: texts.counter(count), hint: texts.counterHint(text, when), action: texts.seeToIt }
    case 'TO_COUNT': {
      const names = count === 1 ? text : texts.andOthers(text)
      return { title: texts.toCount(count), hint: texts.toCountHint(names), action: texts.count }
    }
    case 'OUT_OF_STOCK': {
      const more = count - (text ? text.split(', ').length : 0)
      const hint = more > 0 ? texts.andMore(text, more) : texts.soldLately(text)
      return { title: texts.outOfStock(count), hint, action: texts.setStock }
    }
    default:
      return describeFailure({ ...need, kind }, when, now)
  }
}

type Failure = Exclude<
  Need['kind'],
  'NEW' | 'REFUNDS_DUE' | 'PROBLEMS' | 'COMPLAINTS' | 'COUNTER' | 'TO_COUNT' | 'KHATA' | 'OUT_OF_STOCK'
>

/** Describes a failing part of the system, and how to find out more. */
function describeFailure(
  { kind, count, since, text }: Need & { kind: Failure },
  when: string,
  now: number,
): Description {
  switch (kind) {
    case 'DAMAGE':
      return { title: texts.damage, hint: texts.damageHint(text), action: '' }
    case 'PAYMENTS':
      return { title: texts.payments, hint: texts.paymentsHint(when), action: '' }
    case 'PICTURES':
      return { title: texts.pictures, hint: texts.picturesHint(when), action: '' }
    case 'PUSHES': {
      const whose = count === 1 ? text : texts.andOthers(text)
      return { title: texts.pushes(count), hint: texts.pushesHint(whose, when), action: texts.openDesk }
    }
    case 'MAILS': {
      const hint = text ? texts.mailsWhy(when, text) : texts.mailsSince(when)
      return { title: texts.mails(count), hint: since ? hint : text, action: texts.tryAgain }
    }
    case 'WEBHOOKS':
      return { title: texts.webhooks(count), hint: texts.webhooksHint, action: texts.look }
    case 'COPIES':
      return {
        title: since ? texts.copyOld(formatWait(since, now)) : texts.noCopy,
        hint: text ? texts.tellWhy(text) : texts.tell,
        action: '',
      }
    case 'COPY_CHECK': {
      const tried = text ? texts.triedWhy(when, text) : texts.tried(when)
      const untried = text ? texts.tellWhy(text) : texts.tell
      return {
        title: text ? texts.copyFails : texts.copyNotTried,
        hint: since ? tried : untried,
        action: '',
      }
    }
  }
}
