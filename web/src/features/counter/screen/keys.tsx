import { Button } from '@/ui/button'
import { Dialog, DialogFooter } from '@/ui/dialog'
import { counterTexts as texts } from '../counter-texts'
import styles from './keys.module.css'

/** The shortcut of a button, shown on devices with a keyboard. */
export function Key({ name }: { name: string }) {
  return (
    <span className={styles.key} aria-hidden="true">
      {name}
    </span>
  )
}

const ALWAYS = ['6 *', '+ −', '↑ ↓', 'Del', '?']
const IN_PAY = ['Enter', 'Esc']

/** The most frequent shortcuts, at the foot of a desktop's screen. */
export function KeysLegend({ view }: { view: string }) {
  const shown = view === 'SALE' ? ALWAYS : IN_PAY
  return (
    <p className={styles.legend}>
      {texts.keyNames
        .filter(([key]) => shown.includes(key))
        .map(([key, name]) => (
          <span key={key}>
            <kbd>{key}</kbd> {name}
          </span>
        ))}
    </p>
  )
}

/** Lists all shortcuts. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={texts.keys}>
      <dl className={styles.keys}>
        {texts.keyNames.map(([key, name]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{name}</dd>
          </div>
        ))}
      </dl>
      <DialogFooter>
        <Button onClick={onClose}>{texts.close}</Button>
      </DialogFooter>
    </Dialog>
  )
}
