import { Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { formatTime } from '@/lib/dates'
import { formatRupees } from '@/lib/money'
import { Button } from '@/ui/button'
import { Dialog, DialogFooter } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { IconButton } from '@/ui/icon-button'
import type { OpenBill } from '../counter'
import { counterTexts as texts } from '../counter-texts'
import styles from './counter-forms.module.css'
import { heldSum } from './open-bills'

type HoldProps = { name: string; onHold: (name: string) => void; onClose: () => void }

/** Asks for a name for the held bill; Enter without a name also holds it. */
export function HoldDialog({ name, onHold, onClose }: HoldProps) {
  const [word, setWord] = useState(name)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    onHold(word.trim())
  }
  return (
    <Dialog open onClose={onClose} title={texts.holdTitle}>
      <form onSubmit={onSubmit} className={styles.form}>
        <Field
          label={texts.holdWord}
          description={texts.holdHint}
          autoComplete="off"
          autoFocus
          maxLength={40}
          value={word}
          onChange={(event) => setWord(event.target.value)}
        />
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit">{texts.hold}</Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}

type HeldProps = {
  held: OpenBill[]
  onTakeUp: (id: string) => void
  onDrop: (id: string) => void
  onClose: () => void
}

/** The held bills, to resume or delete one. */
export function HeldDialog({ held, onTakeUp, onDrop, onClose }: HeldProps) {
  return (
    <Dialog open onClose={onClose} title={texts.heldTitle}>
      {held.length === 0 ? (
        <p>{texts.heldNone}</p>
      ) : (
        <ul className={styles.held}>
          {held.map((bill) => (
            <li key={bill.id}>
              <span>
                <b>{bill.name || texts.noWord}</b>
                <small>
                  {[bill.heldAt && formatTime(new Date(bill.heldAt)), texts.lines(bill.lines.length)].join(
                    ' · ',
                  )}
                </small>
              </span>
              <strong>{formatRupees(heldSum(bill))}</strong>
              <Button size="small" variant="outline" onClick={() => onTakeUp(bill.id)}>
                {texts.takeUp}
              </Button>
              <IconButton
                variant="danger"
                icon={Trash2}
                label={texts.drop(bill.name || texts.noWord)}
                onClick={() => onDrop(bill.id)}
              />
            </li>
          ))}
        </ul>
      )}
      <DialogFooter>
        <Button variant="outline" onClick={onClose}>
          {texts.close}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
