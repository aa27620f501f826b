import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { ApiError } from './api'

/**
 * Sets the server's validation errors on the form fields of the same names and focuses the first. Returns whether any
 * error had a matching field.
 */
export function applyServerErrors<Values extends FieldValues>(
  error: unknown,
  names: readonly Path<Values>[],
  setError: UseFormSetError<Values>,
): boolean {
  if (!(error instanceof ApiError)) return false
  const known = error.fields.filter(({ field }) => names.some((name) => name === field))
  for (const [index, { field, message }] of known.entries()) {
    setError(field as Path<Values>, { type: 'server', message }, { shouldFocus: index === 0 })
  }
  return known.length > 0
}
