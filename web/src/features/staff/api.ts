import { queryOptions } from '@tanstack/react-query'
import { type StaffRole, USER_SCOPE } from '@/features/account/api'
import { client, unwrapEnvelope } from '@/lib/api'
import type { components } from '@/schema'
import { staffTexts } from './texts'

/** A member of staff, or an invitation. */
export type StaffMember = components['schemas']['StaffMember']
export type Invitation = components['schemas']['Invitation']

/** Fetches the members of staff and the invitations. */
export const staffQuery = queryOptions({
  queryKey: [USER_SCOPE, 'staff'],
  queryFn: ({ signal }) => unwrapEnvelope(client.GET('/api/staff', { signal })),
  meta: { failure: { fallback: staffTexts.failedToLoad } },
})

/** Mails a staff invitation. If the shop sends no mail, the response has the link. */
export const invite = (body: { email: string; staffRole: StaffRole; password?: string }) =>
  unwrapEnvelope(client.POST('/api/staff/invite', { body }))

export const setStaffRole = ({ _id, ...body }: { _id: string; staffRole: StaffRole; password?: string }) =>
  unwrapEnvelope(client.PUT('/api/staff/{id}', { params: { path: { id: _id } }, body }))

/** Removes a member of staff and ends their sessions, or withdraws an invitation. */
export const removeStaff = (_id: string, password?: string) =>
  unwrapEnvelope(client.DELETE('/api/staff/{id}', { params: { path: { id: _id } }, body: { password } }))
