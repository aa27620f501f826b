import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '@/lib/api'
import { type Factor, useConfirmedCall } from './confirmed-call'

const asksForPassword = new ApiError(403, 'Please confirm your password', [], undefined, 'confirm_password')
const asksForCode = new ApiError(403, 'Please confirm with a code', [], {}, 'confirm_code')
const wrongCode = new ApiError(400, 'This code is not right.', [
  { field: 'code', message: 'This code is not right.' },
])

/** A button that makes the call, and the call's result. */
function Page({ call }: { call: (password?: string, factor?: Factor) => Promise<string> }) {
  const confirmed = useConfirmedCall()
  const [result, setResult] = useState('')
  const press = () => confirmed.run(call).then(setResult, (error: Error) => setResult(error.message))
  return (
    <>
      <button type="button" onClick={() => void press()}>
        Remove
      </button>
      <output>{result}</output>
      {confirmed.dialog}
    </>
  )
}

afterEach(cleanup)

const resultOf = (container: HTMLElement) => container.querySelector('output')?.textContent

test('a call is repeated with the password, then with the code, that its owner types', async () => {
  const user = userEvent.setup()
  const call = vi.fn((password?: string, factor?: Factor) => {
    if (!password) return Promise.reject(asksForPassword)
    if (!factor) return Promise.reject(asksForCode)
    return factor.code === '123456' ? Promise.resolve('removed') : Promise.reject(wrongCode)
  })
  const { container } = render(<Page call={call} />)
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  await user.type(await screen.findByLabelText(/^Password/), 'seven mangoes{Enter}')
  const code = await screen.findByRole('textbox', { name: /recovery code/ })
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  screen.getByText('Code is required.')
  await user.type(code, '000000{Enter}')
  await screen.findByText('This code is not right.')
  await user.clear(code)
  await user.type(code, '123456{Enter}')
  await waitFor(() => expect(resultOf(container)).toBe('removed'))
  expect(call).toHaveBeenLastCalledWith('seven mangoes', { code: '123456' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test("canceling the dialog throws the server's refusal", async () => {
  const user = userEvent.setup()
  const { container } = render(
    <Page call={(password) => Promise.reject(password ? asksForCode : asksForPassword)} />,
  )
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  await user.type(await screen.findByLabelText(/^Password/), 'seven mangoes{Enter}')
  await screen.findByRole('textbox', { name: /recovery code/ })
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(resultOf(container)).toBe('Please confirm with a code'))
})
