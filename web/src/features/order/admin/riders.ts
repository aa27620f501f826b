import { useQuery } from '@tanstack/react-query'
import { ridersQuery } from '@/features/settings/staff-api'
import { readChoice, saveChoice } from '@/lib/device-choice'

const NAME = 'riders'
const KEPT = 8

/** Returns who was named on this device to take orders out, the last first. */
export function readRiders(): string[] {
  try {
    const names: unknown = JSON.parse(decodeURIComponent(readChoice(NAME)))
    return Array.isArray(names) ? names.map(String) : []
  } catch {
    return []
  }
}

/** Keeps a rider's name on this device, before the others; the oldest of more than eight goes. */
export function rememberRider(rider: string): void {
  const names = [rider, ...readRiders().filter((name) => name !== rider)].slice(0, KEPT)
  saveChoice(NAME, encodeURIComponent(JSON.stringify(names)))
}

/** Returns the names to choose from, each once: the shop's riders, then `others`. */
export function useRiderNames(...others: string[]): string[] {
  const { data: riders = [] } = useQuery(ridersQuery)
  return [...new Set([...riders.map(({ name }) => name), ...others])].filter(Boolean)
}
