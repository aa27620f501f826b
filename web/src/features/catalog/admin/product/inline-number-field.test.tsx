import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { InlineNumberField } from './inline-number-field'
import { sellingPriceField, stockStepField } from './product-form'
import { texts } from './texts'

afterEach(cleanup)

test('a stock step without a response is sent again by Enter only, with the same idempotency key', async () => {
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

  // Text typed again gets a new idempotency key.
  onStep.mockResolvedValue(true)
  await user.clear(field)
  await user.keyboard('+40{Enter}')
  expect(onStep).toHaveBeenCalledTimes(3)
  expect(onStep.mock.calls[2]?.[1]).not.toBe(onStep.mock.calls[0]?.[1])
})

test('a value above the limit is saved only with the limit raised', async () => {
  const user = userEvent.setup()
  const onSave = vi.fn<(value: number) => Promise<boolean>>().mockResolvedValue(true)
  const onRaise = vi.fn<(value: number, baseVersion: string) => Promise<boolean>>().mockResolvedValue(true)
  render(
    <InlineNumberField
      name="sellingPrice"
      label="Selling price"
      accessibleName="Selling price of Salt"
      value={70}
      schema={sellingPriceField}
      inputMode="decimal"
      version="1"
      onSave={onSave}
      limit={{ max: 75, message: texts.aboveMRP('₹75'), raise: texts.raiseMRP, onRaise }}
    />,
  )
  await user.click(screen.getByLabelText('Selling price of Salt'))
  await user.keyboard('79{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('This is above the MRP of ₹75.')
  expect(onSave).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Raise the MRP as well' }))
  expect(onRaise).toHaveBeenCalledExactlyOnceWith(79, '1')
  await user.click(screen.getByLabelText('Selling price of Salt'))
  await user.keyboard('74.50{Enter}')
  expect(onSave).toHaveBeenCalledExactlyOnceWith(74.5, '1')
})
