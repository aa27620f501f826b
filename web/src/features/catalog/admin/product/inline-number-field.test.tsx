import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { InlineNumberField } from './inline-number-field'
import { stockStepField } from './product-form'
import { texts } from './texts'

afterEach(cleanup)

test('a step whose response was lost is sent again by Enter only, under its key', async () => {
  const user = userEvent.setup()
  const onStep = vi.fn<(step: number, key: string) => Promise<boolean>>().mockResolvedValue(false)
  render(
    <InlineNumberField
      name="stock"
      label="Stock"
      accessibleName="Stock of Onion"
      value={10}
      schema={stockStepField}
      inputMode="tel"
      version="1"
      onSave={vi.fn()}
      onStep={onStep}
    />,
  )
  const field = screen.getByLabelText('Stock of Onion')
  await user.click(field)
  await user.keyboard('+40{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe(texts.notSaved)
  await user.tab()
  expect(onStep).toHaveBeenCalledTimes(1)
  expect((field as HTMLInputElement).value).toBe('+40')

  await user.type(field, '{Enter}')
  expect(onStep).toHaveBeenCalledTimes(2)
  expect(onStep.mock.calls[1]).toEqual(onStep.mock.calls[0])

  // Another text is another intention.
  onStep.mockResolvedValue(true)
  await user.clear(field)
  await user.keyboard('+40{Enter}')
  expect(onStep).toHaveBeenCalledTimes(3)
  expect(onStep.mock.calls[2]?.[1]).not.toBe(onStep.mock.calls[0]?.[1])
})
