import type { RefObject } from 'react'
import { deskTexts } from '../desk-texts'
import styles from './desk-keys-legend.module.css'

/** The keyboard shortcuts of the desk, on wide screens: the frequent ones; ? unfolds the others. */
export function KeysLegend({ legendRef }: { legendRef: RefObject<HTMLDetailsElement | null> }) {
  return (
    <div className={styles.legend}>
      <Keys keys={deskTexts.keysAlways} />
      <details ref={legendRef}>
        <summary>
          <kbd>?</kbd> {deskTexts.allKeys}
        </summary>
        <Keys keys={deskTexts.keysMore} />
      </details>
    </div>
  )
}

function Keys({ keys }: { keys: Readonly<Record<string, string>> }) {
  return (
    <p className={styles.keys}>
      {Object.entries(keys).map(([pressed, effect]) => (
        <span key={pressed}>
          {pressed.split(' ').map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
          {effect}
        </span>
      ))}
    </p>
  )
}
