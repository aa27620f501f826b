import { CircleAlert, ImageUp } from 'lucide-react'
import { type ChangeEvent, type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { ApiError } from '@/lib/api'
import { notify } from '@/lib/notify'
import { useObjectUrl } from '@/lib/use-object-url'
import { Picture } from '@/ui/picture'
import { ACCEPT } from './picture-file'
import { texts } from './texts'
import { isPassing, uploadPicture } from './upload'

type Props = {
  /** The picture's address; '' while there is none. */
  value: string
  onChange: (url: string) => void
  /** Called when sending begins and when it ends. */
  onSending: (sending: boolean) => void
  error?: string
  /** Why no picture can be chosen yet. */
  notYet?: string
}

type State = { file: File; percent: number; failure?: ApiError }

/** One picture, sent as soon as it is chosen. */
export function PictureField({ value, onChange, onSending, error, notYet }: Props) {
  const [state, setState] = useState<State>()
  const preview = useObjectUrl(state?.file)
  const running = useRef<AbortController>(undefined)
  const id = useId()
  useEffect(() => () => running.current?.abort(), [])

  const send = async (file: File) => {
    running.current?.abort()
    const stop = new AbortController()
    running.current = stop
    setState({ file, percent: 0 })
    onSending(true)
    try {
      const onProgress = (percent: number) => setState({ file, percent })
      onChange(await uploadPicture(file, { onProgress, signal: stop.signal }))
      notify.success(texts.uploaded)
      setState(undefined)
    } catch (reason) {
      if (stop.signal.aborted) return
      const failure = reason instanceof ApiError ? reason : new ApiError(0, texts.failed)
      setState({ file, percent: 0, failure })
      notify.error(failure.status === 0 ? texts.failed : failure.message)
    }
    onSending(false)
  }
  const onFile = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    if (file) void send(file)
    target.value = ''
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    const file = event.dataTransfer.files[0]
    if (file && !notYet) void send(file)
  }
  const sending = state !== undefined && state.failure === undefined
  const wrong = state?.failure?.message ?? error
  return (
    <div className="field">
      <span className="field__label">{texts.picture}</span>
      <label className="drop drop--picture" onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
        {sending && preview ? (
          <span className="pic">
            <img src={preview} alt="" />
          </span>
        ) : value ? (
          <Picture src={value} name="" eager />
        ) : (
          <ImageUp className="ic ic--l" />
        )}
        <span>{value ? texts.change : texts.choose}</span>
        <input
          id={id}
          type="file"
          name="image"
          accept={ACCEPT}
          className="vh"
          aria-describedby={`${id}-note`}
          aria-invalid={wrong ? true : undefined}
          disabled={notYet !== undefined}
          onChange={onFile}
        />
        {sending && (
          <progress className="slot__bar" max={100} value={state.percent} aria-label={texts.picture} />
        )}
      </label>
      {wrong ? (
        <div className="field__bad field__bad--file" id={`${id}-note`} role="alert">
          <CircleAlert className="ic ic--s" />
          <span>{state ? `${state.file.name}: ${wrong}` : wrong}</span>
          {state?.failure && isPassing(state.failure) && (
            <button type="button" className="link" onClick={() => void send(state.file)}>
              {texts.tryAgain}
            </button>
          )}
        </div>
      ) : (
        <p className="field__hint" id={`${id}-note`}>
          {notYet ?? texts.kinds}
        </p>
      )}
    </div>
  )
}
