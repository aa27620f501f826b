import { queryOptions } from '@tanstack/react-query'
import { type StaffRole, USER_SCOPE } from '@/features/account/api'
import { client, unwrapEnvelope } from '@/lib/api'
import type { components } from '@/schema'
import { staffTexts } from './texts'

/** Somebody who works in the shop, or is invited to. */
export type StaffMember = components['schemas']['StaffMember']
export type Invitation = components['schemas']['Invitation']

/** Who works in the shop and who is invited. */
export const staffQuery = queryOptions({
  queryKey: [USER_SCOPE, 'staff'],
  queryFn: ({ signal }) => unwrapEnvelope(client.GET('/api/staff', { signal })),
  meta: { failure: { fallback: staffTexts.failedToLoad } },
})

/** Has a link mailed by which somebody joins the staff; the response has the link when the shop sends no mail. */
export const invite = (body: { email: string; staffRole: StaffRole; password?: string }) =>
  unwrapEnvelope(client.POST('/api/staff/invite', { body }))

export const setStaffRole = ({ _id, ...body }: { _id: string; staffRole: StaffRole; password?: string }) =>
  unwrapEnvelope(client.PUT('/api/staff/{id}', { params: { path: { id: _id } }, body }))

/** Removes somebody from the staff, whose logins end, or withdraws an invitation. */
export const removeStaff = (_id: string, password?: string) =>
  unwrapEnvelope(client.DELETE('/api/staff/{id}', { params: { path: { id: _id } }, body: { password } }))
