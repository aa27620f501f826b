import { Undo2 } from 'lucide-react'
import { Button } from '@/ui/button'
import { deskTexts } from './desk-texts'
import styles from './undo-bar.module.css'
import { useUndoOffer } from './undo-offer'
import { useMovePromise, useUndo } from './use-order-actions'

/** The step, in minutes, by which a press moves the promised time. */
const PROMISE_STEP_MINUTES = 15

/** The bar above the desk's foot: the last action and, for ten seconds, its Undo button. */
export function UndoBar() {
  const offer = useUndoOffer()
  const undo = useUndo()
  const { mutate: movePromise, isPending } = useMovePromise()
  const { promised } = offer ?? {}
  return (
    <div className={styles.live} role="status">
      {offer && (
        <div className={styles.bar}>
          {offer.actions.length > 0 && (
            <svg key={offer.id} className={styles.time} viewBox="0 0 26 26" aria-hidden="true">
              <circle className={styles.all} cx="13" cy="13" r="10" />
              <circle className={styles.left} cx="13" cy="13" r="10" transform="rotate(-90 13 13)" />
            </svg>
          )}
          <span className={styles.text}>{offer.text}</span>
          {promised && (
            <span className={styles.promise}>
              {[-PROMISE_STEP_MINUTES, PROMISE_STEP_MINUTES].map((minutes) => (
                <Button
                  key={minutes}
                  size="small"
                  variant="quiet"
                  className={styles.undo}
                  aria-label={minutes < 0 ? deskTexts.earlier : deskTexts.later}
                  pending={isPending}
                  onClick={() => movePromise({ order: promised, minutes })}
                >
                  {minutes < 0 ? `−${PROMISE_STEP_MINUTES}` : `+${PROMISE_STEP_MINUTES}`}
                </Button>
              ))}
            </span>
          )}
          {offer.actions.length > 0 && (
            <>
              <Button
                size="small"
                variant="quiet"
                icon={Undo2}
                className={styles.undo}
                onClick={() => undo.mutate(offer)}
              >
                {deskTexts.undo}
              </Button>
              <kbd className={styles.key}>Z</kbd>
            </>
          )}
        </div>
      )}
    </div>
  )
}
