import { useQuery } from '@tanstack/react-query'
import { ridersQuery } from '@/features/settings/staff-api'
import { readChoice, saveChoice } from '@/lib/device-choice'
import { deskTexts } from './desk-texts'

const NAME = 'riders'
const KEPT = 8

/** Returns the riders named on this device, latest first. */
export function readRiders(): string[] {
  try {
    const names: unknown = JSON.parse(decodeURIComponent(readChoice(NAME)))
    return Array.isArray(names) ? names.map(String) : []
  } catch {
    return []
  }
}

/** Saves a rider's name on this device as the latest; keeps at most eight. */
export function rememberRider(rider: string): void {
  const names = [rider, ...readRiders().filter((name) => name !== rider)].slice(0, KEPT)
  saveChoice(NAME, encodeURIComponent(JSON.stringify(names)))
}

/** Returns the names to choose from without duplicates: the shop's riders, then `extraNames`. */
export function useRiderNames(...extraNames: string[]): string[] {
  const { data: riders = [] } = useQuery(ridersQuery)
  return [...new Set([...riders.map(({ name }) => name), ...extraNames])].filter(Boolean)
}

/**
 * Returns the rider who by default delivers the orders of a pincode. Without a pincode, returns the text "By area" if
 * any rider has pincodes.
 */
export function useDefaultRider(pincode: string | undefined): string | undefined {
  const { data: riders = [] } = useQuery(ridersQuery)
  if (pincode) return riders.find(({ pincodes }) => pincodes?.includes(pincode))?.name
  return riders.some(({ pincodes }) => pincodes?.length) ? deskTexts.riderByArea : undefined
}
