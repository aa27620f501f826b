import {
  type UseMutationOptions,
  type UseMutationResult,
  useMutation as useAnyMutation,
} from '@tanstack/react-query'
import type { ErrorMessages } from './errors'

/** Decides who reports an error of the mutation: the toast of lib/query.ts, or the component, which renders `error`. */
export type MutationMeta = { failure: ErrorMessages } | { errorShownBy: 'component' }

type Options<Data, Variables, Context> = UseMutationOptions<Data, Error, Variables, Context>
type Handled<Data, Variables, Context> =
  | { onError: NonNullable<Options<Data, Variables, Context>['onError']> }
  | { meta: MutationMeta }

/** TanStack Query's useMutation, but the options must say who reports an error: otherwise it would fail silently. */
export function useMutation<Data = unknown, Variables = void, Context = unknown>(
  options: Options<Data, Variables, Context> & Handled<Data, Variables, Context>,
): UseMutationResult<Data, Error, Variables, Context> {
  return useAnyMutation(options)
}
