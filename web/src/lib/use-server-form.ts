import { zodResolver } from '@hookform/resolvers/zod'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type UseFormProps,
  useForm,
} from 'react-hook-form'
import { describeError, type ErrorMessages, toastError } from './errors'
import { notify } from './notify'
import { applyServerErrors } from './server-errors'
import { useMutation } from './use-mutation'
import type { z } from './zod'

/** The field that receives an error without field errors. */
type ErrorField<Values extends FieldValues> = { name: Path<Values>; focus?: boolean; select?: boolean }

type Options<Values extends FieldValues, Result> = Pick<UseFormProps<Values>, 'values' | 'resetOptions'> & {
  /** Validates the values before they are sent; its messages are sentences. */
  schema: z.ZodMiniType<Values, Values>
  defaultValues?: DefaultValues<Values>
  submit: (values: Values) => Promise<Result>
  onSuccess: (result: Result, sent: Values) => unknown
  messages: ErrorMessages
  /**
   * Whether the form renders `formError` itself. If so, a missing response is explained there; otherwise in a second
   * toast.
   */
  showsFormError?: boolean
  /** Replaces the default toast of a failed call. */
  showToast?: (error: unknown) => void
  /** Returns the field that a failed call concerns, such as the email for a 409. */
  fieldOf?: (error: unknown) => ErrorField<Values> | undefined
  /** Called with the schema's errors when validation fails; nothing was sent. */
  onInvalid?: (errors: FieldErrors<Values>) => void
}

/**
 * A form validated by a schema and then by the server. A failed call keeps the values, shows a toast, sets the server's
 * field errors on their fields and everything else as `formError`.
 */
export function useServerForm<Values extends FieldValues, Result>(options: Options<Values, Result>) {
  const { schema, defaultValues, values, resetOptions, submit, onSuccess, messages, onInvalid } = options
  const form = useForm<Values>({ resolver: zodResolver(schema), defaultValues, values, resetOptions })

  const onError = (error: unknown) => {
    const { toast, inline } = describeError(error, messages)
    if (options.showToast) options.showToast(error)
    else if (options.showsFormError) notify.error(toast)
    else toastError(error, messages)
    const names = Object.keys(form.getValues()) as Path<Values>[]
    if (applyServerErrors(error, names, form.setError)) return
    const field = options.fieldOf?.(error)
    const serverError = { type: 'server', message: inline }
    if (!field) return form.setError('root', serverError)
    form.setError(field.name, serverError, { shouldFocus: field.focus ?? false })
    if (field.select) form.setFocus(field.name, { shouldSelect: true })
  }
  const mutation = useMutation({ mutationFn: submit, onSuccess, onError })

  return {
    ...form,
    /** The props of one field: react-hook-form's registration and the error message. */
    field: (name: Path<Values>) => ({
      ...form.register(name),
      error: form.getFieldState(name, form.formState).error?.message,
    }),
    /** The error message that concerns no single field. */
    formError: form.formState.errors.root?.message,
    onSubmit: form.handleSubmit(
      // onError has already shown it; rethrowing would report an unhandled rejection.
      (typed) => mutation.mutateAsync(typed).catch(() => undefined),
      onInvalid,
    ),
    isPending: mutation.isPending,
    /** The error of the last call. */
    error: mutation.error,
  }
}
