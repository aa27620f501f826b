import { useQuery } from '@tanstack/react-query'
import { Panel } from '@/ui/panel'
import { importProgressQuery } from '../../price-list-api'
import styles from './import-result.module.css'
import { texts } from './import-texts'

const POLL_MS = 1000

/** The progress of an import. */
export function ImportRunning({ name }: { name: string }) {
  const { data } = useQuery({ ...importProgressQuery, refetchInterval: POLL_MS, gcTime: 0 })
  const saving = data?.stage === 'Saving' && data.total > 0
  const part = saving ? data.done / data.total : undefined
  return (
    <Panel padded className={styles.running} role="region" aria-live="polite" aria-label={texts.steps.import}>
      <h2>{saving ? texts.progress(data.done, data.total) : texts.importing(name)}</h2>
      <progress value={part} aria-label={texts.importing(name)} />
      <p>{texts.leave}</p>
    </Panel>
  )
}
