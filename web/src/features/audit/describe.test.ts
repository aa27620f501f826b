import { expect, test } from 'vitest'
import { activityFilter } from './activity-filter'
import { activitySearch } from './activity-search'
import type { AuditRecord } from './api'
import { describe } from './describe'

const record = (change: Partial<AuditRecord>): AuditRecord => ({
  _id: '1',
  at: '2026-11-22T06:00:00Z',
  who: 'Sunita',
  whoId: 'sunita',
  what: 'login.ok',
  object: '',
  before: '',
  after: '',
  address: '',
  ...change,
})

test('an action is described in words: orders by number, stages, roles, money and settings', () => {
  expect(
    describe(record({ what: 'checkout.stage', object: '#1039', before: 'NEW', after: 'PACKING' })),
  ).toEqual({ object: 'Order #1039', action: 'Stage', before: 'New', after: 'Packing' })
  expect(
    describe(record({ what: 'settings.update', object: 'minOrder', before: '149', after: '199.5' })),
  ).toEqual({ object: 'Settings', action: 'Smallest order', before: '₹149', after: '₹199.50' })
  expect(
    describe(
      record({ what: 'settings.update', object: 'pincodes', before: '[]', after: '["411001","411004"]' }),
    ),
  ).toMatchObject({ before: 'nothing', after: '411001, 411004' })
  expect(
    describe(
      record({ what: 'settings.update', object: 'pay', before: '{"cod":true}', after: '{"cod":false}' }),
    ),
  ).toMatchObject({ action: 'Ways to pay', before: 'Cash on delivery: yes', after: 'Cash on delivery: no' })
  expect(
    describe(
      record({
        what: 'settings.update',
        object: 'legal',
        before: '{"name":"","fssai":""}',
        after: '{"name":"Ganesh","fssai":""}',
      }),
    ),
    'what is empty is left out',
  ).toMatchObject({ before: 'nothing', after: 'Name: Ganesh' })
  expect(
    describe(record({ what: 'settings.update', object: 'tagline', before: '"', after: '""' })),
  ).toMatchObject({ before: '"', after: 'nothing' })
  expect(
    describe(record({ what: 'staff.role', object: 'Ravi', before: 'MANAGER', after: 'PACKER' })),
  ).toEqual({ object: 'Ravi', action: 'Role', before: 'Manager', after: 'Packer' })
  expect(describe(record({ what: 'logout' }))).toMatchObject({ object: 'Logged out', action: '' })
  expect(describe(record({ what: 'something.new', object: 'X' }))).toMatchObject({ action: 'something.new' })
})

test("the URL selects days in India's time zone", () => {
  // 1:00 am on 23 November in India.
  const now = Date.parse('2026-11-22T19:30:00Z')
  expect(activityFilter({ since: 'today' }, now)).toEqual({ from: '2026-11-23' })
  expect(activityFilter({ since: 'yesterday', what: 'checkout', q: 'dal' }, now)).toEqual({
    q: 'dal',
    what: 'checkout.',
    from: '2026-11-22',
    to: '2026-11-22',
  })
  expect(activitySearch({ what: 'nothing', since: 'never', page: 'x', who: '' })).toEqual({
    q: undefined,
    who: undefined,
    what: undefined,
    since: undefined,
    page: undefined,
  })
})
