import { useQueryClient } from '@tanstack/react-query'
import { ImageUp } from 'lucide-react'
import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react'
import { validatePicture } from '@/features/media/picture-file'
import { UploadProgress } from '@/features/media/upload-progress'
import { describeError } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { texts as sharedTexts } from '@/lib/texts'
import { useObjectUrl } from '@/lib/use-object-url'
import { Button } from '@/ui/button'
import { Dialog, DialogFooter } from '@/ui/dialog'
import { FieldError } from '@/ui/field-error'
import { Icon } from '@/ui/icon'
import { visuallyHiddenClass } from '@/ui/visually-hidden'
import { userQuery } from '../api'
import { texts } from '../texts'
import { uploadAvatar } from '../upload-avatar'
import styles from './avatar-dialog.module.css'

type Props = { open: boolean; onClose: () => void }

/** Uploads a new picture for the account: select a file, preview, upload. */
export default function AvatarDialog({ open, onClose }: Props) {
  const { picture, percent, failure, selectFile, upload, cancel } = useAvatarUpload(onClose)
  const preview = useObjectUrl(picture)
  const id = useId()
  const sending = percent !== undefined
  const close = () => {
    cancel()
    onClose()
  }
  const onFile = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    if (file) void selectFile(file)
    target.value = ''
  }
  return (
    <Dialog open={open} onClose={close} title={texts.changeProfile} description={texts.pictureHint}>
      <label className={styles.dropzone}>
        {preview ? (
          <img className={styles.preview} src={preview} alt="" />
        ) : (
          <Icon icon={ImageUp} size="large" />
        )}
        {picture && <span>{picture.name}</span>}
        <span className={styles.action}>{picture ? texts.changePicture : texts.choosePicture}</span>
        <input
          type="file"
          name="avatar"
          accept="image/*"
          className={visuallyHiddenClass}
          disabled={sending}
          aria-invalid={failure ? true : undefined}
          aria-describedby={failure && id}
          onChange={onFile}
        />
        {sending && <UploadProgress percent={percent} accessibleName={texts.pictureSending} />}
      </label>
      {failure && (
        <FieldError id={id} role="alert">
          {failure}
        </FieldError>
      )}
      <DialogFooter>
        <Button variant="outline" onClick={close}>
          {sharedTexts.cancel}
        </Button>
        <Button disabled={!picture} pending={sending} onClick={upload}>
          {sending ? texts.uploading : texts.upload}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

/** The selected picture, its upload progress and error. `percent` is undefined while nothing is being uploaded. */
function useAvatarUpload(onDone: () => void) {
  const queryClient = useQueryClient()
  const [picture, setPicture] = useState<File>()
  const [percent, setPercent] = useState<number>()
  const [failure, setFailure] = useState<string>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const cancel = () => {
    running.current?.abort()
    setPicture(undefined)
    setPercent(undefined)
    setFailure(undefined)
  }
  const selectFile = async (file: File) => {
    const refusal = await validatePicture(file)
    setFailure(refusal && `${file.name}: ${refusal}`)
    // An unusable file does not replace a usable one.
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
      cancel()
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
  return { picture, percent, failure, selectFile, upload, cancel }
}
