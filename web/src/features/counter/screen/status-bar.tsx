import { CloudUpload, Undo2, Wifi, WifiOff } from 'lucide-react'
import { Button } from '@/ui/button'
import { Icon } from '@/ui/icon'
import type { CounterState } from '../counter-store'
import { counterTexts as texts } from '../counter-texts'
import styles from './counter-layout.module.css'
import { Key } from './keys'

type Props = { state: CounterState; onTakeBack: () => void }

/** The name of this counter, and its unsent sales. */
export function StatusBar({ state: { device, sales, offlineSince }, onTakeBack }: Props) {
  const waiting = sales.filter(({ state }) => state === 'WAITING').length
  const icon = offlineSince ? WifiOff : waiting > 0 ? CloudUpload : Wifi
  return (
    <div className={styles.status}>
      <b>{device?.name}</b>
      <span role="status">
        <Icon icon={icon} size="small" /> {waiting > 0 ? texts.waiting(waiting) : texts.allSent}
      </span>
      <Button size="small" variant="quiet" icon={Undo2} aria-keyshortcuts="F7" onClick={onTakeBack}>
        {texts.takeBack}
        <Key name="F7" />
      </Button>
    </div>
  )
}
