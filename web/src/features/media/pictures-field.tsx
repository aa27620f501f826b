import { CircleAlert, GripVertical, ImagePlus, RotateCcw, X } from 'lucide-react'
import { type ChangeEvent, type DragEvent, useEffect, useId, useRef } from 'react'
import { notify } from '@/lib/notify'
import { useObjectUrl } from '@/lib/use-object-url'
import { Picture } from '@/ui/picture'
import { useReorder } from '@/ui/reorder'
import { ACCEPT } from './picture-file'
import { type Slot, urlsOf } from './slots'
import { texts } from './texts'
import { useUploads } from './use-uploads'

type Props = {
  /** The pictures it begins with; later ones are its own. */
  initial: readonly string[]
  most: number
  error?: string
  /** Takes the control that gets the focus when something is wrong with the pictures. */
  inputRef?: (input: HTMLInputElement | null) => void
  /** The addresses in their order, and why they are not yet all there are. */
  onChange: (urls: string[], unsent: string | undefined) => void
}

/** A product's pictures: several sent at once, each with its progress, put in order by dragging or by keys. */
export function PicturesField({ initial, most, error, inputRef, onChange }: Props) {
  const { slots, refused, add, again, remove, move } = useUploads(initial)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const left = most - slots.length

  const tell = useRef(onChange)
  useEffect(() => {
    tell.current = onChange
  })
  useEffect(() => tell.current(urlsOf(slots), unsent(slots)), [slots])

  const take = (files: File[]) => {
    if (files.length > left) notify.error(texts.onlyMore(left))
    else if (files.length > 0) add(files)
  }
  const onFiles = ({ target }: ChangeEvent<HTMLInputElement>) => {
    take([...(target.files ?? [])])
    // The same file can be chosen again after it was removed.
    target.value = ''
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    take([...event.dataTransfer.files])
  }
  const placeOf = (key: string) => slots.findIndex((slot) => slot.key === key) + 1
  const { handle, item, said } = useReorder({
    ids: slots.map(({ key }) => key),
    nameOf: (key) => texts.nameOf(placeOf(key)),
    onMove: move,
    words: texts.reorder,
  })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would lay its legend out of the form's grid
    <div className="field" role="group" aria-labelledby={`${id}-label`}>
      <span className="field__label" id={`${id}-label`}>
        {texts.pictures(urlsOf(slots).length, most)}
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
        accept={ACCEPT}
        className="vh slots__input"
        aria-label={texts.addPictures}
        aria-describedby={`${id}-note`}
        aria-invalid={error ? true : undefined}
        disabled={left === 0}
        onChange={onFiles}
      />
      <ul className="slots" onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
        {slots.map((slot, place) => (
          <li key={slot.key} className="slot slot--full" {...item(slot.key)}>
            <SlotPicture slot={slot} place={place + 1} />
            {isStranded(slot) && (
              <button type="button" className="slot__again" onClick={() => again(slot)}>
                <RotateCcw className="ic" />
                {texts.tryAgain}
              </button>
            )}
            <button
              type="button"
              className="iconbtn slot__x"
              aria-label={texts.remove(place + 1)}
              onClick={() => {
                remove(slot.key)
                setTimeout(() => input.current?.focus())
              }}
            >
              <X className="ic" />
            </button>
            {slots.length > 1 && !isStranded(slot) && (
              <button {...handle(slot.key)} className="iconbtn slot__grip">
                <GripVertical className="ic" />
              </button>
            )}
            {place === 0 && <span className="slot__n">{texts.first}</span>}
          </li>
        ))}
        {Array.from({ length: left }, (_, place) => (
          <li key={`empty ${slots.length + place}`}>
            <label htmlFor={id} className={`slot ${place === 0 ? 'slot--next' : ''}`}>
              <ImagePlus className="ic ic--l" />
              {texts.slot(slots.length + place + 1, most)}
            </label>
          </li>
        ))}
      </ul>
      <p className="vh" role="status">
        {said}
      </p>
      <div role="alert">
        {[...new Map(refused.map((one) => [one.key, one])).values()].map(({ key, name, sentence }) => (
          <p key={key} className="field__bad field__bad--file">
            <CircleAlert className="ic ic--s" />
            <span>
              {name}: {sentence}
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
          {texts.kinds} {slots.length > 1 && texts.reorderHint}
        </p>
      )}
    </div>
  )
}

function SlotPicture({ slot, place }: { slot: Slot; place: number }) {
  const preview = useObjectUrl(slot.file)
  const src = preview ?? slot.url
  return (
    <>
      {src?.startsWith('blob:') ? (
        <span className="pic">
          <img src={src} alt={texts.nameOf(place)} />
        </span>
      ) : (
        <Picture src={src} name="" alt={texts.nameOf(place)} size="small" />
      )}
      {slot.url === undefined && !slot.stranded && (
        <progress className="slot__bar" max={100} value={slot.percent} aria-label={texts.sendingName(place)}>
          {texts.sending(slot.percent)}
        </progress>
      )}
    </>
  )
}

function isStranded(slot: Slot): boolean {
  return slot.url === undefined && slot.stranded
}

function unsent(slots: readonly Slot[]): string | undefined {
  if (slots.some(isStranded)) return texts.failedOnes
  return slots.some(({ url }) => url === undefined) ? texts.waitForAll : undefined
}
