import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Camera, FolderOpen, Images, Link2 } from 'lucide-react'
import { useState } from 'react'
import { toastError } from '@/lib/errors'
import { useMutation } from '@/lib/use-mutation'
import { Alert } from '@/ui/alert'
import { Button } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { Panel } from '@/ui/panel'
import { pendingField } from '@/ui/pending-field'
import { textStyles } from '@/ui/text-styles'
import styles from './bulk-pictures.module.css'
import { droppedFiles } from './dropped-files'
import { PhotoRound } from './photo-round'
import { PictureCounts } from './picture-counts'
import { PictureReview } from './picture-review'
import { fetchLinks, linksQuery } from './pictures-api'
import { texts } from './pictures-texts'
import { useBulkSending } from './use-bulk-sending'

const POLL_MS = 2000
const FOLDER = { webkitdirectory: '' }

/** Adds pictures to products: from files, a zip, a folder, a list's links or the camera. */
export function BulkPictures() {
  const [photographing, setPhotographing] = useState(false)
  const { sending, send } = useBulkSending()
  const busy = sending?.current !== undefined
  const count = sending ? sending.counts.added + sending.counts.had + sending.counts.waits : 0
  const chooser = (label: string, icon: typeof Images, folder: boolean) => (
    <label className={styles.drop}>
      <input
        type="file"
        multiple
        accept={folder ? undefined : 'image/jpeg,image/png,image/webp,image/gif,.zip,application/zip'}
        {...(folder && FOLDER)}
        onChange={({ target }) => {
          void send(
            [...(target.files ?? [])].map((file) => ({ name: file.webkitRelativePath || file.name, file })),
          )
          target.value = ''
        }}
        {...pendingField(busy)}
      />
      <Icon icon={icon} />
      <b>{label}</b>
    </label>
  )
  return (
    <Panel padded role="region" aria-label={texts.title} className={styles.panel}>
      <h2 className={textStyles.title}>{texts.title}</h2>
      <PictureCounts />
      <p>{texts.intro}</p>
      <fieldset
        className={styles.drops}
        aria-label={texts.drops}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          if (!busy) void droppedFiles(event.dataTransfer).then(send)
        }}
      >
        {chooser(texts.files, Images, false)}
        {chooser(texts.folder, FolderOpen, true)}
      </fieldset>
      <Button variant="outline" icon={Camera} onClick={() => setPhotographing(true)}>
        {texts.photographs}
      </Button>
      {photographing && <PhotoRound onClose={() => setPhotographing(false)} />}
      {sending && (
        <Alert tone={busy ? 'info' : 'success'} role="status">
          {busy
            ? `${texts.sending(count, sending.current ?? '')} ${texts.stay}`
            : texts.sent(
                sending.counts.added,
                sending.counts.had,
                sending.counts.waits,
                sending.leftOut.length,
              )}
        </Alert>
      )}
      {sending && sending.leftOut.length > 0 && (
        <>
          <h3>{texts.leftOut}</h3>
          <ul className={styles.failures}>
            {sending.leftOut.slice(0, 100).map(({ key, name, reason }) => (
              <li key={key}>
                <b>{name}</b> {reason}
              </li>
            ))}
          </ul>
        </>
      )}
      <Links />
      <PictureReview />
    </Panel>
  )
}

function Links() {
  const queryClient = useQueryClient()
  const { data } = useQuery({
    ...linksQuery,
    refetchInterval: ({ state }) => (state.data && state.data.open > 0 ? POLL_MS : false),
  })
  const { mutate, isPending } = useMutation({
    mutationFn: fetchLinks,
    onSuccess: (links) => queryClient.setQueryData(linksQuery.queryKey, links),
    onError: (error) => toastError(error, { fallback: texts.decideFailed }),
  })
  if (!data || data.unasked + data.open + data.fetched + data.failed === 0) return null
  const toAsk = data.unasked > 0 ? texts.links(data.unasked) : texts.retryLinks(data.failed)
  return (
    <>
      {data.open + data.fetched + data.failed > 0 && (
        <p role="status">{texts.linksProgress(data.open, data.fetched, data.failed)}</p>
      )}
      {data.unasked + data.failed > 0 && (
        <Button variant="outline" icon={Link2} pending={isPending} onClick={() => mutate()}>
          {toAsk}
        </Button>
      )}
      {data.failures.length > 0 && (
        <>
          <h3>{texts.failures}</h3>
          <ul className={styles.failures}>
            {data.failures.map(({ product, url, reason, again }) => (
              <li key={`${product} ${url}`}>
                <b>{product}</b> {reason} {again && texts.again} <small>{url}</small>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
