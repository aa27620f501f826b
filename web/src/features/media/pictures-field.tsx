import { CircleAlert, GripVertical, ImagePlus, RotateCcw, X } from 'lucide-react'
import { type ChangeEvent, type DragEvent, useEffect, useId, useRef } from 'react'
import { notify } from '@/lib/notify'
import { useObjectUrl } from '@/lib/use-object-url'
import { Picture } from '@/ui/picture'
import { useReorder } from '@/ui/reorder'
import { ACCEPTED_TYPES } from './picture-file'
import { texts } from './texts'
import { isFailed, type UploadSlot, uploadedUrls } from './upload-slots'
import { useUploads } from './use-uploads'

type Props = {
  /** The URLs that the field starts with; it keeps its own from then on. */
  initialUrls: readonly string[]
  /** The largest number of pictures. */
  max: number
  error?: string
  /** Receives the input that is focused when the pictures are invalid. */
  inputRef?: (input: HTMLInputElement | null) => void
  /** Called with the uploaded URLs in order, and with the reason why some are missing. */
  onChange: (urls: string[], incompleteReason: string | undefined) => void
}

/** A field for a product's pictures: several are uploaded at once, and ordered by dragging or by keys. */
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
    // The same file can be chosen again after it was removed.
    target.value = ''
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    addFiles([...event.dataTransfer.files])
  }
  const numberOf = (key: string) => slots.findIndex((slot) => slot.key === key) + 1
  const { handle, item, said } = useReorder({
    ids: slots.map(({ key }) => key),
    nameOf: (key) => texts.nameOf(numberOf(key)),
    onMove: move,
    words: texts.reorder,
  })
  // Of several errors of one file only the last.
  const lastErrors = [...new Map(errors.map((one) => [one.key, one])).values()]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would lay its legend out of the form's grid
    <div className="field" role="group" aria-labelledby={`${id}-label`}>
      <span className="field__label" id={`${id}-label`}>
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
        className="vh slots__input"
        aria-label={texts.addPictures}
        aria-describedby={`${id}-note`}
        aria-invalid={error ? true : undefined}
        disabled={remaining === 0}
        onChange={onFiles}
      />
      <ul className="slots" onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
        {slots.map((slot, index) => (
          <li key={slot.key} className="slot slot--full" {...item(slot.key)}>
            <SlotPicture slot={slot} number={index + 1} />
            {isFailed(slot) && (
              <button type="button" className="slot__again" onClick={() => retry(slot)}>
                <RotateCcw className="ic" />
                {texts.tryAgain}
              </button>
            )}
            <button
              type="button"
              className="iconbtn slot__x"
              aria-label={texts.remove(index + 1)}
              onClick={() => {
                remove(slot.key)
                setTimeout(() => input.current?.focus())
              }}
            >
              <X className="ic" />
            </button>
            {slots.length > 1 && !isFailed(slot) && (
              <button {...handle(slot.key)} className="iconbtn slot__grip">
                <GripVertical className="ic" />
              </button>
            )}
            {index === 0 && <span className="slot__n">{texts.first}</span>}
          </li>
        ))}
        {Array.from({ length: remaining }, (_, index) => (
          <li key={`empty ${slots.length + index}`}>
            <label htmlFor={id} className={`slot ${index === 0 ? 'slot--next' : ''}`}>
              <ImagePlus className="ic ic--l" />
              {texts.slot(slots.length + index + 1, max)}
            </label>
          </li>
        ))}
      </ul>
      <p className="vh" role="status">
        {said}
      </p>
      <div role="alert">
        {lastErrors.map(({ key, name, message }) => (
          <p key={key} className="field__bad field__bad--file">
            <CircleAlert className="ic ic--s" />
            <span>
              {name}: {message}
            </span>
          </p>
        ))}
      </div>
      {error ? (
        <p className="field__bad" id={`${id}-note`}>
          <CircleAlert className="ic ic--s" />
          {error}
        </p>
      ) : (
        <p className="field__hint" id={`${id}-note`}>
          {texts.acceptedTypes} {slots.length > 1 && texts.reorderDescription}
        </p>
      )}
    </div>
  )
}

function SlotPicture({ slot, number }: { slot: UploadSlot; number: number }) {
  const preview = useObjectUrl(slot.file)
  const src = preview ?? slot.url
  return (
    <>
      {src?.startsWith('blob:') ? (
        <span className="pic">
          <img src={src} alt={texts.nameOf(number)} />
        </span>
      ) : (
        <Picture src={src} name="" alt={texts.nameOf(number)} size="small" />
      )}
      {slot.url === undefined && !slot.failed && (
        <progress className="slot__bar" max={100} value={slot.percent} aria-label={texts.uploadOf(number)}>
          {texts.percent(slot.percent)}
        </progress>
      )}
    </>
  )
}

function incompleteReason(slots: readonly UploadSlot[]): string | undefined {
  if (slots.some(isFailed)) return texts.someFailed
  return slots.some(({ url }) => url === undefined) ? texts.waitForAll : undefined
}
