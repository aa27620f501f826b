import { queryOptions } from '@tanstack/react-query'
import { type StaffRole, USER_SCOPE } from '@/features/account/api'
import { client, unwrapEnvelope } from '@/lib/api'
import type { components } from '@/schema'
import { staffTexts } from './texts'

/** Somebody who works in the shop, or is invited to. */
export type StaffMember = components['schemas']['StaffMember']
export type Invitation = components['schemas']['Invitation']

/** The members of staff and the invitations. */
export const staffQuery = queryOptions({
  queryKey: [USER_SCOPE, 'staff'],
  queryFn: ({ signal }) => unwrapEnvelope(client.GET('/api/staff', { signal })),
  meta: { failure: { fallback: staffTexts.failedToLoad } },
})

/** Mails an invitation to the staff; the response has the link when the shop sends no mail. */
export const invite = (body: { email: string; staffRole: StaffRole; password?: string }) =>
  unwrapEnvelope(client.POST('/api/staff/invite', { body }))

export const setStaffRole = ({ _id, ...body }: { _id: string; staffRole: StaffRole; password?: string }) =>
  unwrapEnvelope(client.PUT('/api/staff/{id}', { params: { path: { id: _id } }, body }))

/** Removes a member of staff and ends their logins, or withdraws an invitation. */
export const removeStaff = (_id: string, password?: string) =>
  unwrapEnvelope(client.DELETE('/api/staff/{id}', { params: { path: { id: _id } }, body: { password } }))
