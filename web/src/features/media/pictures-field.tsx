import { GripVertical, ImagePlus, RotateCcw, X } from 'lucide-react'
import { type ChangeEvent, type DragEvent, useEffect, useId, useRef } from 'react'
import { classNames } from '@/lib/class-names'
import { notify } from '@/lib/notify'
import { useObjectUrl } from '@/lib/use-object-url'
import { FieldError } from '@/ui/field-error'
import { fieldDescriptionClass, fieldLabelClass } from '@/ui/field-frame'
import { Icon } from '@/ui/icon'
import { IconButton } from '@/ui/icon-button'
import { Picture } from '@/ui/picture'
import { useReorder } from '@/ui/reorder'
import { VisuallyHidden, visuallyHiddenClass } from '@/ui/visually-hidden'
import { ACCEPTED_TYPES } from './picture-file'
import styles from './pictures-field.module.css'
import { texts } from './texts'
import { UploadError } from './upload-error'
import { UploadProgress } from './upload-progress'
import { isFailed, type UploadSlot, uploadedUrls } from './upload-slots'
import { useUploads } from './use-uploads'

type Props = {
  /** The initial URLs; the field keeps its own state afterwards. */
  initialUrls: readonly string[]
  /** The maximum number of pictures. */
  max: number
  error?: string
  /** Receives the input to focus when the pictures are invalid. */
  inputRef?: (input: HTMLInputElement | null) => void
  /** Called with the uploaded URLs in order, and with the reason if some are missing. */
  onChange: (urls: string[], incompleteReason: string | undefined) => void
}

/** A field for a product's pictures, which upload in parallel and can be reordered by dragging or by keys. */
export function PicturesField({ initialUrls, max, error, inputRef, onChange }: Props) {
  const { slots, errors, add, retry, remove, move } = useUploads(initialUrls)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const remaining = max - slots.length

  const latestOnChange = useRef(onChange)
  useEffect(() => {
    latestOnChange.current = onChange
  })
  useEffect(() => latestOnChange.current(uploadedUrls(slots), incompleteReason(slots)), [slots])

  const addFiles = (files: File[]) => {
    if (files.length > remaining) notify.error(texts.onlyMore(remaining))
    else if (files.length > 0) add(files)
  }
  const onFiles = ({ target }: ChangeEvent<HTMLInputElement>) => {
    addFiles([...(target.files ?? [])])
    // Reset the input, so that a removed file can be selected again.
    target.value = ''
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    addFiles([...event.dataTransfer.files])
  }
  const numberOf = (key: string) => slots.findIndex((slot) => slot.key === key) + 1
  const { handle, item, announcement } = useReorder({
    ids: slots.map(({ key }) => key),
    nameOf: (key) => texts.nameOf(numberOf(key)),
    onMove: move,
    texts: texts.reorder,
  })
  // Show only the latest error of each file.
  const lastErrors = [...new Map(errors.map((failure) => [failure.key, failure])).values()]
  return (
    // biome-ignore lint/a11y/useSemanticElements: the legend of a fieldset would break the form's grid
    <div role="group" aria-labelledby={`${id}-label`}>
      <span className={fieldLabelClass} id={`${id}-label`}>
        {texts.pictures(uploadedUrls(slots).length, max)}
      </span>
      <input
        ref={(element) => {
          input.current = element
          inputRef?.(element)
        }}
        id={id}
        type="file"
        name="image"
        multiple
        accept={ACCEPTED_TYPES}
        className={classNames(visuallyHiddenClass, styles.input)}
        aria-label={texts.addPictures}
        aria-describedby={`${id}-note`}
        aria-invalid={error ? true : undefined}
        disabled={remaining === 0}
        onChange={onFiles}
      />
      <ul className={styles.slots} onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
        {slots.map((slot, index) => (
          <li key={slot.key} className={styles.slot} {...item(slot.key)}>
            <SlotPicture slot={slot} number={index + 1} />
            {isFailed(slot) && (
              <button type="button" className={styles.retry} onClick={() => retry(slot)}>
                <Icon icon={RotateCcw} />
                {texts.tryAgain}
              </button>
            )}
            <IconButton
              label={texts.remove(index + 1)}
              icon={X}
              className={styles.remove}
              onClick={() => {
                remove(slot.key)
                setTimeout(() => input.current?.focus())
              }}
            />
            {slots.length > 1 && !isFailed(slot) && <ReorderHandle {...handle(slot.key)} />}
            {index === 0 && <span className={styles.first}>{texts.first}</span>}
          </li>
        ))}
        {Array.from({ length: remaining }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an empty slot is identified by its index
          <li key={`empty-${slots.length + index}`}>
            <label htmlFor={id} className={classNames(styles.slot, styles.empty, index === 0 && styles.next)}>
              <Icon icon={ImagePlus} size="large" />
              {texts.slot(slots.length + index + 1, max)}
            </label>
          </li>
        ))}
      </ul>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      <div role="alert">
        {lastErrors.map(({ key, name, message }) => (
          <UploadError key={key} message={`${name}: ${message}`} />
        ))}
      </div>
      {error ? (
        <FieldError id={`${id}-note`}>{error}</FieldError>
      ) : (
        <p className={fieldDescriptionClass} id={`${id}-note`}>
          {texts.acceptedTypes} {slots.length > 1 && texts.reorderDescription}
        </p>
      )}
    </div>
  )
}

type HandleProps = ReturnType<ReturnType<typeof useReorder>['handle']>

function ReorderHandle({ 'aria-label': label, ...button }: HandleProps) {
  return <IconButton {...button} label={label} icon={GripVertical} className={styles.handle} />
}

function SlotPicture({ slot, number }: { slot: UploadSlot; number: number }) {
  const preview = useObjectUrl(slot.file)
  return (
    <>
      <Picture
        src={preview ?? slot.url}
        name=""
        alt={texts.nameOf(number)}
        size="small"
        className={styles.picture}
      />
      {slot.url === undefined && !slot.failed && (
        <UploadProgress
          percent={slot.percent}
          accessibleName={texts.uploadOf(number)}
          className={styles.progress}
        />
      )}
    </>
  )
}

function incompleteReason(slots: readonly UploadSlot[]): string | undefined {
  if (slots.some(isFailed)) return texts.someFailed
  return slots.some(({ url }) => url === undefined) ? texts.waitForAll : undefined
}
