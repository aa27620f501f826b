import { queryOptions } from '@tanstack/react-query'
import { USER_SCOPE } from '@/features/account/api'
import { client, unwrapEnvelope } from '@/lib/api'
import type { components } from '@/schema'

const MINUTE_MS = 60_000

export type OwnerSettings = components['schemas']['OwnerSettings']

/** Fetches all settings with the readiness list, for owners and managers. */
export const ownerSettingsQuery = queryOptions({
  queryKey: [USER_SCOPE, 'settings'],
  queryFn: ({ signal }) => unwrapEnvelope(client.GET('/api/settings/all', { signal })),
})

/** Fetches how staff are notified of new orders, for all staff. */
export const alertsQuery = queryOptions({
  queryKey: [USER_SCOPE, 'settings', 'alerts'],
  queryFn: ({ signal }) => unwrapEnvelope(client.GET('/api/settings/alerts', { signal })),
  staleTime: MINUTE_MS,
  refetchInterval: MINUTE_MS,
  meta: { silent: true },
})

export type WeightBarcode = components['schemas']['WeightBarcode']

export type Rider = components['schemas']['Rider']

/** Fetches the shop's riders; each is the default rider for their `pincodes`. */
export const ridersQuery = queryOptions({
  queryKey: [USER_SCOPE, 'settings', 'riders'],
  queryFn: ({ signal }) => unwrapEnvelope(client.GET('/api/settings/riders', { signal })),
  staleTime: MINUTE_MS,
  meta: { silent: true },
})

/** Some settings by name; groups such as `legal` contain only the changed parts. */
export type SettingsPatch = Record<string, unknown>

/** Saves the given settings; 409 with the current ones if `version` is outdated. */
export const saveSettings = (patch: SettingsPatch & { version: number; password?: string }) =>
  unwrapEnvelope(
    client.PUT('/api/settings', { body: patch as unknown as components['schemas']['ChangedSettings'] }),
  )
