import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { CountStepper } from './count-stepper'

test.each([
  { stepGrams: undefined, text: '5' },
  { stepGrams: 250, text: '1.25 kg' },
])('five steps of $stepGrams g are shown as $text', ({ stepGrams, text }) => {
  const { unmount } = render(
    <CountStepper label="Onion" count={5} stepGrams={stepGrams} min={0} max={9} onChange={vi.fn()} />,
  )
  expect(screen.getByRole('status').textContent).toBe(text)
  unmount()
})
