import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import toast from 'react-hot-toast/headless'
import { afterEach, expect, test, vi } from 'vitest'
import { Field } from '@/ui/field'
import { ApiError } from './api'
import { notify } from './notify'
import { texts } from './texts'
import { useServerForm } from './use-server-form'
import { z } from './zod'

const schema = z.object({ email: z.string().check(z.minLength(1, 'Email is required.')), name: z.string() })

type Props = { submit: () => Promise<unknown>; showsFormError?: boolean }

function ExampleForm({ submit, showsFormError }: Props) {
  const form = useServerForm({
    schema,
    defaultValues: { email: '', name: '' },
    submit,
    onSuccess: () => notify.success('Saved'),
    messages: { fallback: 'Save failed', offline: 'Not saved' },
    showsFormError,
    fieldOf: (error) =>
      error instanceof ApiError && error.status === 409 ? { name: 'email', focus: true } : undefined,
  })
  return (
    <form onSubmit={form.onSubmit}>
      <Field label="Email" {...form.field('email')} />
      <Field label="Name" {...form.field('name')} />
      <p role="alert">{form.formError}</p>
      <button type="submit">Save</button>
    </form>
  )
}

const failure = vi.spyOn(notify, 'error')

afterEach(() => {
  cleanup()
  toast.remove()
  failure.mockClear()
})

async function submitForm(props: Props) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ExampleForm {...props} />
    </QueryClientProvider>,
  )
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('Email'), 'asha@example.in')
  await user.click(screen.getByRole('button', { name: 'Save' }))
}

const toasts = () => failure.mock.calls.map(([text]) => text)

test('values that the schema refuses are not sent', async () => {
  const submit = vi.fn()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ExampleForm submit={submit} />
    </QueryClientProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Email is required.')).toBeTruthy()
  expect(submit).not.toHaveBeenCalled()
})

test("the server's field errors are shown at their fields, the first field has the focus, and typed values stay", async () => {
  const fields = [{ field: 'name', message: 'Name is required.' }]
  await submitForm({ submit: () => Promise.reject(new ApiError(422, 'Validation failed', fields)) })
  expect(await screen.findByText('Name is required.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('asha@example.in')
  expect(screen.getByRole('alert').textContent).toBe('')
  expect(toasts()).toEqual(['Validation failed'])
})

test('an error of one field is shown at that field, which gets the focus', async () => {
  await submitForm({ submit: () => Promise.reject(new ApiError(409, 'Email is taken.')) })
  expect(await screen.findByText('Email is taken.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Email'))
})

test('an error without a field is the form error', async () => {
  await submitForm({ submit: () => Promise.reject(new ApiError(400, '')) })
  expect((await screen.findByRole('alert')).textContent).toBe('Save failed')
})

test('a missing response is explained in the form where it shows errors, else in a second toast', async () => {
  const submit = () => Promise.reject(new ApiError(0, texts.serverUnreachable))
  await submitForm({ submit, showsFormError: true })
  expect(await screen.findByText(texts.serverUnreachable)).toBeTruthy()
  expect(toasts()).toEqual(['Not saved'])
  cleanup()
  failure.mockClear()
  await submitForm({ submit })
  expect(toasts()).toEqual(['Not saved'])
})
