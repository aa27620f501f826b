import type { ComponentProps, RefObject } from 'react'
import { classNames } from '@/lib/class-names'
import styles from './checkbox.module.css'

type Props = Omit<ComponentProps<'input'>, 'type' | 'ref'> & {
  ref?: RefObject<HTMLInputElement | null>
  /** Neither on nor off, such as "all" while only some are selected. */
  indeterminate?: boolean
}

/** A native checkbox in the shop's colors. The label wraps it or is beside it. */
export function Checkbox({ ref, indeterminate = false, className, ...input }: Props) {
  return (
    <input
      {...input}
      type="checkbox"
      className={classNames(styles.checkbox, className)}
      ref={(element) => {
        if (ref) ref.current = element
        if (element) element.indeterminate = indeterminate
      }}
    />
  )
}
