import type { ComponentProps } from 'react'
import { FieldError } from '@/ui/field-error'
import { texts } from './texts'
import styles from './upload-error.module.css'

type Props = Omit<ComponentProps<'p'>, 'className' | 'children'> & {
  message: string
  /** Uploads the file again; undefined if a retry cannot succeed. */
  onRetry?: () => void
}

/** The error of an upload, below its field. */
export function UploadError({ message, onRetry, ...paragraph }: Props) {
  return (
    <FieldError {...paragraph} className={styles.error}>
      <span>{message}</span>
      {onRetry && (
        <button type="button" onClick={onRetry}>
          {texts.tryAgain}
        </button>
      )}
    </FieldError>
  )
}
