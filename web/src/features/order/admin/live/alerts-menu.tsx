import { Volume2, VolumeX } from 'lucide-react'
import { Button, buttonClass } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { Menu } from '@/ui/menu'
import { Switch } from '@/ui/switch'
import { deskTexts } from '../desk-texts'
import { ring, setSound, useAlarmSound } from './alarm-sound'
import styles from './alerts-menu.module.css'
import { PushSwitch } from './push-switch'

/** The menu of this device's alerts for new orders: sound and push messages. */
export function AlertsMenu() {
  const { on } = useAlarmSound()
  return (
    <Menu
      label={`${deskTexts.alerts}: ${on ? deskTexts.soundOn : deskTexts.soundOff}`}
      className={styles.menu}
      triggerClassName={buttonClass({ variant: 'outline', size: 'small', compact: true })}
      trigger={
        <>
          <Icon icon={on ? Volume2 : VolumeX} />
          <span>{deskTexts.alerts}</span>
        </>
      }
    >
      {() => (
        <div className={styles.alerts}>
          <div className={styles.sound}>
            <SoundSwitch />
            <Button size="small" variant="outline" onClick={() => void ring()}>
              {deskTexts.trySound}
            </Button>
          </div>
          <PushSwitch />
        </div>
      )}
    </Menu>
  )
}

/** Switches this device's sound for new orders. */
export function SoundSwitch({ className }: { className?: string }) {
  const { on } = useAlarmSound()
  return (
    <Switch
      label={on ? deskTexts.soundOn : deskTexts.soundOff}
      accessibleName={deskTexts.soundOn}
      className={className}
      checked={on}
      onChange={({ target }) => setSound(target.checked)}
    />
  )
}
