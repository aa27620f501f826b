import { expect, test } from 'vitest'
import { ApiError } from '@/lib/api'
import { afterOutcome, type Entry, expiredCalls, nextCall, outcomeOf, pauseAfter } from './outbox'

const sale = (seq: number, state: Entry['state'], number = `C1/2627/000${seq}`): Entry => ({
  kind: 'SALE',
  seq,
  state,
  body: { device: 'd', key: `key-${seq}`, at: '2026-11-26T13:00:00Z', number, lines: [], payments: [] },
  facts: { lines: [], total: 0, roundOff: 0, payable: 0, parts: [] },
})

const failure = (status: number, code = '', data?: unknown) =>
  new ApiError(status, 'A sentence.', [], data, code)

test.each([
  ['no response', failure(0), { kind: 'RETRY' }],
  ['an error of the program', new TypeError('x'), { kind: 'RETRY' }],
  ['a proxy without a shop', failure(502), { kind: 'RETRY' }],
  ['a restart', failure(503), { kind: 'RETRY' }],
  ['too many calls', failure(429), { kind: 'RETRY' }],
  ['a timeout', failure(408), { kind: 'RETRY' }],
  ['a login that is over', failure(401), { kind: 'LOGIN' }],
  ['a login that may not sell', failure(403), { kind: 'LOGIN' }],
  [
    'an older copy of the shop',
    failure(409, 'number_gap', { next: 'C1/2627/0081' }),
    { kind: 'GAP', next: 'C1/2627/0081' },
  ],
  ['a copy without this device', failure(404, 'device_unknown'), { kind: 'UNKNOWN_DEVICE' }],
  ['a twin', failure(409, 'number_taken'), { kind: 'REFUSED', reason: 'A sentence.' }],
  ['too much off', failure(403, 'discount_limit'), { kind: 'REFUSED', reason: 'A sentence.' }],
  ['a body that is wrong', failure(400), { kind: 'REFUSED', reason: 'A sentence.' }],
])('%s', (_, error, outcome) => expect(outcomeOf(error)).toEqual(outcome))

test('calls are sent in order, one at a time', () => {
  const entries = [sale(1, 'SENT'), sale(2, 'REFUSED'), sale(3, 'WAITING'), sale(4, 'WAITING')]
  expect(nextCall(entries)?.seq).toBe(3)
  expect(nextCall([sale(1, 'SENT')])).toBeUndefined()
})

/** The states after an outcome, by seq. */
function statesAfter(entries: Entry[], sent: number, outcome: Parameters<typeof afterOutcome>[2]) {
  const changed = afterOutcome(entries, entries.find(({ seq }) => seq === sent) as Entry, outcome)
  return entries.map((entry) => (changed.find(({ seq }) => seq === entry.seq) ?? entry).state)
}

test.each<[string, Entry[], number, Parameters<typeof afterOutcome>[2], Entry['state'][]]>([
  ['taken', [sale(1, 'WAITING'), sale(2, 'WAITING')], 1, { kind: 'SENT' }, ['SENT', 'WAITING']],
  [
    'no response: it waits, and those behind it',
    [sale(1, 'WAITING'), sale(2, 'WAITING')],
    1,
    { kind: 'RETRY' },
    ['WAITING', 'WAITING'],
  ],
  [
    'refused: kept, and the next goes on',
    [sale(1, 'WAITING'), sale(2, 'WAITING')],
    1,
    { kind: 'REFUSED', reason: 'x' },
    ['REFUSED', 'WAITING'],
  ],
  [
    'restored from a copy: sent again from there on',
    [sale(1, 'SENT'), sale(2, 'SENT'), sale(3, 'SENT'), sale(4, 'WAITING')],
    4,
    { kind: 'GAP', next: 'C1/2627/0002' },
    ['SENT', 'WAITING', 'WAITING', 'WAITING'],
  ],
  [
    'a gap that the device cannot close: nothing is dropped',
    [sale(3, 'SENT'), sale(4, 'WAITING')],
    4,
    { kind: 'GAP', next: 'C1/2627/0002' },
    ['SENT', 'WAITING'],
  ],
  [
    'sales of the year before are not asked for',
    [sale(1, 'SENT', 'C1/2526/0009'), sale(2, 'SENT', 'C1/2627/0001'), sale(3, 'WAITING', 'C1/2627/0002')],
    3,
    { kind: 'GAP', next: 'C1/2627/0001' },
    ['SENT', 'WAITING', 'WAITING'],
  ],
  ['nobody logged in', [sale(1, 'WAITING')], 1, { kind: 'LOGIN' }, ['WAITING']],
])('%s', (_, entries, sent, outcome, states) => expect(statesAfter(entries, sent, outcome)).toEqual(states))

test('pauses grow to half a minute', () =>
  expect([1, 2, 3, 6, 20].map(pauseAfter)).toEqual([1000, 2000, 4000, 30_000, 30_000]))

test('the last 500 sent calls are kept, and all unsent ones', () => {
  const entries = Array.from({ length: 503 }, (_, seq) => sale(seq, 'SENT'))
  expect(
    expiredCalls([...entries, sale(900, 'REFUSED'), sale(901, 'WAITING')]).map(({ seq }) => seq),
  ).toEqual([0, 1, 2])
})
