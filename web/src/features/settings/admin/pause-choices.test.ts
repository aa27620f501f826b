import { expect, test } from 'vitest'
import { pauseChoices } from './pause-choices'

const SATURDAY_EVENING = Date.parse('2026-11-21T18:00:00+05:30')
const choicesOf = (hours: string[][], holidays: string[] = [], now = SATURDAY_EVENING) =>
  pauseChoices({ hours, holidays }, now).map(({ key, until }) => [key, new Date(until).toISOString()])
const WEEK = Array.from({ length: 7 }, () => ['07:00', '22:00'])

test('a shop without hours pauses for half an hour, an hour or until midnight in India', () => {
  expect(choicesOf([])).toEqual([
    ['halfHour', '2026-11-21T13:00:00.000Z'],
    ['hour', '2026-11-21T13:30:00.000Z'],
    ['endOfDay', '2026-11-21T18:30:00.000Z'],
  ])
})

test('a shop with hours pauses to their end, or to the next opening after days off', () => {
  const closedOnSunday = WEEK.with(6, [])
  expect(choicesOf(closedOnSunday, ['2026-11-23']).slice(2)).toEqual([
    ['endOfDay', '2026-11-21T16:30:00.000Z'],
    ['opening', '2026-11-24T01:30:00.000Z'],
  ])
})

test('hours that end after midnight end on the next day', () => {
  const late = WEEK.map(() => ['17:00', '02:00'])
  const afterMidnight = Date.parse('2026-11-22T01:00:00+05:30')
  expect(choicesOf(late, [], afterMidnight).slice(2)).toEqual([
    ['endOfDay', '2026-11-21T20:30:00.000Z'],
    ['opening', '2026-11-22T11:30:00.000Z'],
  ])
})

test('a shop that opens on no day of the week offers no opening', () => {
  expect(choicesOf(WEEK.map(() => [])).map(([key]) => key)).toEqual(['halfHour', 'hour', 'endOfDay'])
})
