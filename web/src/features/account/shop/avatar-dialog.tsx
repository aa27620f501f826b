import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert, ImageUp } from 'lucide-react'
import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react'
import { validatePicture } from '@/features/media/picture-file'
import { describeError } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { texts as shell } from '@/lib/texts'
import { useObjectUrl } from '@/lib/use-object-url'
import { Dialog } from '@/ui/dialog'
import { userQuery } from '../api'
import { texts } from '../texts'
import { uploadAvatar } from '../upload-avatar'

type Props = { open: boolean; onClose: () => void }

/** Takes a new picture for the account: choose, look, upload. */
export default function AvatarDialog({ open, onClose }: Props) {
  const { picture, percent, failure, choose, upload, stop } = useAvatar(onClose)
  const preview = useObjectUrl(picture)
  const id = useId()
  const sending = percent !== undefined
  const close = () => {
    stop()
    onClose()
  }
  const onFile = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    if (file) void choose(file)
    target.value = ''
  }
  return (
    <Dialog open={open} onClose={close} title={texts.changeProfile} description={texts.pictureHint}>
      <label className="drop drop--face">
        {preview ? <img src={preview} alt="" /> : <ImageUp className="ic ic--l" />}
        {picture && <span>{picture.name}</span>}
        <span className="drop__act">{picture ? texts.changePicture : texts.choosePicture}</span>
        <input
          type="file"
          name="avatar"
          accept="image/*"
          className="vh"
          disabled={sending}
          aria-invalid={failure ? true : undefined}
          aria-describedby={failure && id}
          onChange={onFile}
        />
        {sending && (
          <progress className="slot__bar" max={100} value={percent} aria-label={texts.pictureSending} />
        )}
      </label>
      {failure && (
        <p className="field__bad" id={id} role="alert">
          <CircleAlert className="ic ic--s" />
          {failure}
        </p>
      )}
      <div className="dialog__f">
        <button type="button" className="btn btn--line" onClick={close}>
          {shell.cancel}
        </button>
        <button type="button" className="btn btn--main" disabled={!picture || sending} onClick={upload}>
          {sending ? texts.uploading : texts.upload}
        </button>
      </div>
    </Dialog>
  )
}

/** The picture that was chosen, how far it has left, and what went wrong. `percent` is undefined while nothing leaves. */
function useAvatar(onDone: () => void) {
  const queryClient = useQueryClient()
  const [picture, setPicture] = useState<File>()
  const [percent, setPercent] = useState<number>()
  const [failure, setFailure] = useState<string>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const stop = () => {
    running.current?.abort()
    setPicture(undefined)
    setPercent(undefined)
    setFailure(undefined)
  }
  const choose = async (file: File) => {
    const refusal = await validatePicture(file)
    setFailure(refusal && `${file.name}: ${refusal}`)
    // One that cannot be used does not take the index of one that can.
    if (!refusal) setPicture(file)
  }
  const upload = async () => {
    if (!picture) return
    const sending = new AbortController()
    running.current = sending
    setFailure(undefined)
    setPercent(0)
    try {
      const avatar = await uploadAvatar(picture, { onProgress: setPercent, signal: sending.signal })
      queryClient.setQueryData(userQuery(true).queryKey, (user) => user && { ...user, avatar })
      notify.success(texts.uploaded)
      stop()
      onDone()
    } catch (reason) {
      if (sending.signal.aborted) return
      const { toast, inline } = describeError(reason, {
        fallback: texts.uploadFailed,
        offline: texts.uploadFailed,
      })
      notify.error(toast)
      setFailure(inline)
      setPercent(undefined)
    }
  }
  return { picture, percent, failure, choose, upload, stop }
}
