import { ImageUp } from 'lucide-react'
import { type ChangeEvent, type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { ApiError } from '@/lib/api'
import { notify } from '@/lib/notify'
import { useObjectUrl } from '@/lib/use-object-url'
import { fieldDescriptionClass, fieldLabelClass } from '@/ui/field-frame'
import { Icon } from '@/ui/icon'
import { Picture } from '@/ui/picture'
import { visuallyHiddenClass } from '@/ui/visually-hidden'
import styles from './picture-field.module.css'
import { ACCEPTED_TYPES } from './picture-file'
import { texts } from './texts'
import { isRetryable, uploadPicture } from './upload'
import { UploadError } from './upload-error'
import { UploadProgress } from './upload-progress'

type Props = {
  /** Defaults to "Picture". */
  label?: string
  /** The picture's URL; '' if there is none. */
  value: string
  onChange: (url: string) => void
  /** Called when an upload starts and when it ends. */
  onUploading: (uploading: boolean) => void
  error?: string
  /** Why no picture can be selected now; undefined if one can. */
  disabledReason?: string
}

type Upload = { file: File; percent: number; error?: ApiError }

/** A field for one picture, which is uploaded as soon as it is selected. */
export function PictureField({
  label = texts.picture,
  value,
  onChange,
  onUploading,
  error,
  disabledReason,
}: Props) {
  const [upload, setUpload] = useState<Upload>()
  const preview = useObjectUrl(upload?.file)
  const controller = useRef<AbortController>(undefined)
  const id = useId()
  useEffect(() => () => controller.current?.abort(), [])

  const start = async (file: File) => {
    controller.current?.abort()
    controller.current = new AbortController()
    const { signal } = controller.current
    setUpload({ file, percent: 0 })
    onUploading(true)
    try {
      const onProgress = (percent: number) => setUpload({ file, percent })
      onChange(await uploadPicture(file, { onProgress, signal }))
      notify.success(texts.uploaded)
      setUpload(undefined)
    } catch (thrown) {
      if (signal.aborted) return
      const failure = thrown instanceof ApiError ? thrown : new ApiError(0, texts.failed)
      setUpload({ file, percent: 0, error: failure })
      notify.error(failure.status === 0 ? texts.failed : failure.message)
    }
    onUploading(false)
  }
  const onFile = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    if (file) void start(file)
    // Reset the input, so that selecting the same file again fires a change event.
    target.value = ''
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    const file = event.dataTransfer.files[0]
    if (file && !disabledReason) void start(file)
  }
  const uploading = upload !== undefined && upload.error === undefined
  const message = upload?.error?.message ?? error
  return (
    <div>
      <span className={fieldLabelClass}>{label}</span>
      <label className={styles.dropZone} onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
        {(uploading && preview) || value ? (
          <Picture src={(uploading && preview) || value} name="" eager className={styles.picture} />
        ) : (
          <Icon icon={ImageUp} size="large" />
        )}
        <span>{value ? texts.change : texts.choose}</span>
        <input
          id={id}
          type="file"
          name="image"
          accept={ACCEPTED_TYPES}
          className={visuallyHiddenClass}
          aria-describedby={`${id}-note`}
          aria-invalid={message ? true : undefined}
          disabled={disabledReason !== undefined}
          onChange={onFile}
        />
        {uploading && <UploadProgress percent={upload.percent} accessibleName={label} />}
      </label>
      {message ? (
        <UploadError
          id={`${id}-note`}
          role="alert"
          message={upload ? `${upload.file.name}: ${message}` : message}
          onRetry={upload?.error && isRetryable(upload.error) ? () => void start(upload.file) : undefined}
        />
      ) : (
        <p className={fieldDescriptionClass} id={`${id}-note`}>
          {disabledReason ?? texts.acceptedTypes}
        </p>
      )}
    </div>
  )
}
