import { queryOptions } from '@tanstack/react-query'
import { USER_SCOPE } from '@/features/account/api'
import { client, unwrapEnvelope } from '@/lib/api'
import type { components } from '@/schema'

const MINUTE_MS = 60_000

export type OwnerSettings = components['schemas']['OwnerSettings']

/** All settings with the readiness list, for owners and managers. */
export const ownerSettingsQuery = queryOptions({
  queryKey: [USER_SCOPE, 'settings'],
  queryFn: ({ signal }) => unwrapEnvelope(client.GET('/api/settings/all', { signal })),
})

/** How staff is told of new orders, for everyone who works in the shop. */
export const alertsQuery = queryOptions({
  queryKey: [USER_SCOPE, 'settings', 'alerts'],
  queryFn: ({ signal }) => unwrapEnvelope(client.GET('/api/settings/alerts', { signal })),
  staleTime: MINUTE_MS,
  refetchInterval: MINUTE_MS,
  meta: { silent: true },
})

export type WeightBarcode = components['schemas']['WeightBarcode']

export type Rider = components['schemas']['Rider']

/** Who takes orders out, as the owner lists them; `pincodes` are where each goes unless another is named. */
export const ridersQuery = queryOptions({
  queryKey: [USER_SCOPE, 'settings', 'riders'],
  queryFn: ({ signal }) => unwrapEnvelope(client.GET('/api/settings/riders', { signal })),
  staleTime: MINUTE_MS,
  meta: { silent: true },
})

/** Some of the settings by their names; groups such as `legal` hold only the parts that change. */
export type SettingsPatch = Record<string, unknown>

/** Saves the fields that are present; 409 with the current settings when `version` is outdated. */
export const saveSettings = (patch: SettingsPatch & { version: number; password?: string }) =>
  unwrapEnvelope(
    client.PUT('/api/settings', { body: patch as unknown as components['schemas']['ChangedSettings'] }),
  )
