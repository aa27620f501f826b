import { expect, test } from 'vitest'
import { eventStreamParser, type ServerEvent } from './event-stream-parser'

function eventsOf(...pieces: string[]): ServerEvent[] {
  const events: ServerEvent[] = []
  const parse = eventStreamParser((event) => events.push(event))
  for (const piece of pieces) parse(piece)
  return events
}

const STREAM = 'event: resync\ndata: {}\n\n: keep alive\n\nevent: checkout\ndata: {"number":1042}\n\n'
const EVENTS = [
  { event: 'resync', data: '{}' },
  { event: 'checkout', data: '{"number":1042}' },
]

test('events are the same wherever the stream is split, and comments are ignored', () => {
  expect(eventsOf(STREAM)).toEqual(EVENTS)
  expect(eventsOf(...STREAM)).toEqual(EVENTS)
  for (let cut = 1; cut < STREAM.length; cut++)
    expect(eventsOf(STREAM.slice(0, cut), STREAM.slice(cut))).toEqual(EVENTS)
})

test('lines may end with CR LF or CR, also when a piece ends between CR and LF', () => {
  const windows = STREAM.replaceAll('\n', '\r\n')
  expect(eventsOf(windows)).toEqual(EVENTS)
  for (let cut = 1; cut < windows.length; cut++)
    expect(eventsOf(windows.slice(0, cut), windows.slice(cut))).toEqual(EVENTS)
  expect(eventsOf(`${STREAM.replaceAll('\n', '\r')}:`)).toEqual(EVENTS)
})

test('several data lines make one event; an event that is incomplete or without data is not reported', () => {
  expect(eventsOf('data: one\ndata:two\ndata\n\n')).toEqual([{ event: 'message', data: 'one\ntwo\n' }])
  expect(eventsOf('event: checkout\n\nevent: checkout\ndata: {}\n')).toEqual([])
})
