import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { markChunkLoadErrors } from '@/lib/chunk-load-error'
import { lazyDialog } from './lazy-dialog'

const user = userEvent.setup()
markChunkLoadErrors()

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function chunkLoadError(): Error {
  const error = new TypeError('Failed to fetch dynamically imported module: /assets/zoom.js')
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }))
  return error
}

function Zoom({ onClose }: { onClose: () => void }) {
  return (
    <button type="button" onClick={onClose}>
      The picture
    </button>
  )
}

test('a dialog whose code fails to load leaves the page intact and opens on a retry', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const load = vi.fn(async () => ({ default: Zoom })).mockRejectedValueOnce(chunkLoadError())
  const ZoomDialog = lazyDialog(load)
  render(
    <>
      <h1>Toned Milk</h1>
      <ZoomDialog onClose={() => {}} />
    </>,
  )
  expect(await screen.findByRole('alert')).toHaveProperty(
    'textContent',
    expect.stringContaining('The shop did not answer.'),
  )
  expect(screen.getByRole('heading', { name: 'Toned Milk' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'The picture' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a dialog whose code fails to load can be closed', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const ZoomDialog = lazyDialog<typeof Zoom>(() => Promise.reject(chunkLoadError()))
  const onClose = vi.fn()
  render(<ZoomDialog onClose={onClose} />)
  await user.click(await screen.findByRole('button', { name: 'Close' }))
  expect(onClose).toHaveBeenCalledOnce()
  expect(screen.queryByRole('alert')).toBeNull()
})
