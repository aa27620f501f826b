import { expect, test, vi } from 'vitest'
import { ApiError } from './api'
import { placeErrors } from './form-errors'

const names = ['name', 'email'] as const

test('each error lands on the field of its name and the first one gets the focus', () => {
  const setError = vi.fn()
  const refused = new ApiError(400, 'Please check the form.', [
    { field: 'email', message: 'Email is not valid.' },
    { field: 'name', message: 'Name is required.' },
  ])
  expect(placeErrors(refused, names, setError)).toBe(true)
  expect(setError.mock.calls).toEqual([
    ['email', { type: 'server', message: 'Email is not valid.' }, { shouldFocus: true }],
    ['name', { type: 'server', message: 'Name is required.' }, { shouldFocus: false }],
  ])
})

test('what belongs to no field here is left to be said elsewhere', () => {
  const setError = vi.fn()
  const elsewhere = new ApiError(400, 'No.', [{ field: 'role', message: 'No.' }])
  expect(placeErrors(elsewhere, names, setError)).toBe(false)
  expect(placeErrors(new TypeError('broken'), names, setError)).toBe(false)
  expect(setError).not.toHaveBeenCalled()
})
