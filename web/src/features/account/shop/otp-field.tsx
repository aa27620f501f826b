import { type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { ControllerRenderProps } from 'react-hook-form'
import { classNames } from '@/lib/class-names'
import { FieldFrame } from '@/ui/field-frame'
import { extractOtp, OTP_LENGTH } from '../otp'
import { texts } from '../texts'
import styles from './otp-field.module.css'

const CELLS = Array.from({ length: OTP_LENGTH }, (_, index) => index)

type Props = {
  field: ControllerRenderProps<{ otp: string }, 'otp'>
  error: string | undefined
}

/** A single input drawn as one cell per digit, so that pasting and autofill from a message work. */
export function OtpField({ field, error }: Props) {
  const cells = useRef<HTMLDivElement>(null)
  const selected = useSelection(cells)
  const { value } = field
  const isSelected = (index: number) => {
    if (!selected) return false
    const [start, end] = selected
    return start === end ? index === Math.min(start, OTP_LENGTH - 1) : start <= index && index < end
  }
  // The input's own digits are not aligned with the cells: place the caret in the clicked cell.
  const onClick = ({ currentTarget: input, clientX }: MouseEvent<HTMLInputElement>) => {
    const { left, width } = input.getBoundingClientRect()
    const index = Math.floor(((clientX - left) / width) * OTP_LENGTH)
    input.setSelectionRange(index, index + 1)
  }
  return (
    <FieldFrame label={texts.otp} error={error}>
      {(control) => (
        <div ref={cells} className={styles.otp}>
          <input
            {...field}
            {...control}
            className={styles.input}
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            onChange={({ target }) => field.onChange(extractOtp(target.value))}
            onClick={onClick}
          />
          {CELLS.map((index) => (
            <span
              key={index}
              className={classNames(styles.cell, isSelected(index) && styles.selected)}
              aria-hidden="true"
            >
              {value[index]}
            </span>
          ))}
        </div>
      )}
    </FieldFrame>
  )
}

/** Returns the input's selection; undefined without focus. Listens on the document: React has no event for selections set by script. */
function useSelection(within: RefObject<HTMLElement | null>): [start: number, end: number] | undefined {
  const [selection, setSelection] = useState<[start: number, end: number]>()
  useEffect(() => {
    const follow = () => {
      const input = document.activeElement
      const isHere = input instanceof HTMLInputElement && within.current?.contains(input)
      setSelection(isHere ? [input.selectionStart ?? 0, input.selectionEnd ?? 0] : undefined)
    }
    const events = ['focusin', 'focusout', 'selectionchange'] as const
    for (const event of events) document.addEventListener(event, follow)
    return () => {
      for (const event of events) document.removeEventListener(event, follow)
    }
  }, [within])
  return selection
}
