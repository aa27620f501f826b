import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSelectDraft } from './use-select-draft'

const onCommit = vi.fn()

function Select() {
  const { value, handlers } = useSelectDraft('PENDING', onCommit)
  return (
    <select {...handlers} value={value}>
      <option>PENDING</option>
      <option>DELIVERED</option>
      <option>CANCELED</option>
    </select>
  )
}

beforeEach(() => {
  vi.useFakeTimers()
  render(<Select />)
})
afterEach(() => {
  cleanup()
  onCommit.mockReset()
  vi.useRealTimers()
})

const select = () => screen.getByRole<HTMLSelectElement>('combobox')
const choose = (value: string) => fireEvent.change(select(), { target: { value } })
const pressDown = (value: string) => {
  fireEvent.keyDown(select(), { key: 'ArrowDown' })
  choose(value)
}

test('a choice by pointer is saved at once', () => {
  fireEvent.pointerDown(select())
  choose('CANCELED')
  expect(onCommit).toHaveBeenCalledExactlyOnceWith('CANCELED')
})

test('an arrow key saves nothing, however long the pause after it', () => {
  pressDown('DELIVERED')
  pressDown('CANCELED')
  act(() => vi.advanceTimersByTime(600_000))
  expect(onCommit).not.toHaveBeenCalled()
  expect(select().value).toBe('CANCELED')
})

test('Enter saves, and so does leaving; each once', () => {
  pressDown('DELIVERED')
  fireEvent.keyDown(select(), { key: 'Enter' })
  fireEvent.blur(select())
  act(() => vi.advanceTimersByTime(2_000))
  expect(onCommit).toHaveBeenCalledExactlyOnceWith('DELIVERED')
  pressDown('CANCELED')
  fireEvent.blur(select())
  expect(onCommit).toHaveBeenLastCalledWith('CANCELED')
  expect(onCommit).toHaveBeenCalledTimes(2)
})

test('Escape reverts a choice by keys, and returning to the old value saves nothing', () => {
  pressDown('DELIVERED')
  fireEvent.keyDown(select(), { key: 'Escape' })
  expect(select().value).toBe('PENDING')
  pressDown('DELIVERED')
  pressDown('PENDING')
  act(() => vi.advanceTimersByTime(2_000))
  expect(onCommit).not.toHaveBeenCalled()
})
