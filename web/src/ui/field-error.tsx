import { CircleAlert } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from '@/lib/class-names'
import styles from './field.module.css'
import { Icon } from './icon'

/** The error message below a control. */
export function FieldError({ className, children, ...paragraph }: ComponentProps<'p'>) {
  return (
    <p {...paragraph} className={classNames(styles.error, className)}>
      <Icon icon={CircleAlert} size="small" />
      {children}
    </p>
  )
}
