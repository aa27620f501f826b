import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { ApiError } from './api'

/**
 * Puts what the server found wrong on the fields of a form, by their names in the API, and the focus on the
 * first. Says whether any of it had a field here.
 */
export function placeErrors<Values extends FieldValues>(
  reason: unknown,
  names: readonly Path<Values>[],
  setError: UseFormSetError<Values>,
): boolean {
  if (!(reason instanceof ApiError)) return false
  const placed = reason.fields.filter(({ field }) => names.some((name) => name === field))
  for (const [place, { field, message }] of placed.entries()) {
    setError(field as Path<Values>, { type: 'server', message }, { shouldFocus: place === 0 })
  }
  return placed.length > 0
}
