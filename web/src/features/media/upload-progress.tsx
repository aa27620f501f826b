import { classNames } from '@/lib/class-names'
import { texts } from './texts'
import styles from './upload-progress.module.css'

type Props = {
  /** 0 to 100. */
  percent: number
  accessibleName: string
  className?: string
}

/** The progress of an upload. */
export function UploadProgress({ percent, accessibleName, className }: Props) {
  return (
    <progress
      className={classNames(styles.progress, className)}
      max={100}
      value={percent}
      aria-label={accessibleName}
    >
      {texts.percent(percent)}
    </progress>
  )
}
