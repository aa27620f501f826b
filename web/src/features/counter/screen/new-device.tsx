import { type FormEvent, useState } from 'react'
import { errorMessage } from '@/lib/errors'
import { useMutation } from '@/lib/use-mutation'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { PageHeader } from '@/ui/page-header'
import { Panel } from '@/ui/panel'
import { counterTexts as texts } from '../counter-texts'
import styles from './counter-layout.module.css'

/** Registers this browser as a counter; only a name is required. */
export function NewDevice({ onName }: { onName: (name: string) => Promise<void> }) {
  const [name, setName] = useState<string>(texts.deviceNameDefault)
  const making = useMutation({ mutationFn: onName, meta: { errorShownBy: 'component' } })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim()) making.mutate(name.trim())
  }
  return (
    <div className={styles.newPage}>
      <PageHeader title={texts.newTitle} />
      <Panel padded>
        <form className={styles.newDevice} onSubmit={onSubmit}>
          <p>{texts.newHint}</p>
          <Field
            label={texts.deviceName}
            autoComplete="off"
            maxLength={40}
            value={name}
            error={making.error ? errorMessage(making.error, texts.failedToMake) : undefined}
            onChange={(event) => setName(event.target.value)}
          />
          <Button type="submit" disabled={!name.trim()} pending={making.isPending}>
            {texts.make}
          </Button>
        </form>
      </Panel>
    </div>
  )
}
