import { type FormEvent, useEffect, useRef, useState } from 'react'
import { productByCode } from '@/features/catalog/product-code'
import { errorMessage } from '@/lib/errors'
import { Field } from '@/ui/field'
import type { Tick } from '../live/pending-steps'
import type { Order } from '../orders-api'
import { liveLines } from './packing'
import { lineToTick } from './scan'
import styles from './scan-field.module.css'
import { sheetTexts } from './sheet-texts'

const FIELDS = 'input, textarea, select, [contenteditable]'

type Props = { order: Order; isPicked: (tick: Tick) => boolean; onTick: (lineId: string) => void }

/** A field for a scanner: ticks the line with the scanned product. The key B focuses it. */
export function ScanField({ order, isPicked, onTick }: Props) {
  const field = useRef<HTMLFormElement>(null)
  const [code, setCode] = useState('')
  const [message, setMessage] = useState<{ error?: string; done?: string }>({})
  const queue = useRef(Promise.resolve())
  useScanKey(() => field.current?.querySelector('input')?.focus())
  // The current ticks, for a lookup that returns later: an earlier scan may have ticked the line meanwhile.
  const latest = useRef({ order, isPicked })
  useEffect(() => {
    latest.current = { order, isPicked }
  })

  const tickByCode = async (scanned: string) => {
    try {
      const product = await productByCode(scanned)
      if (!product) return setMessage({ error: sheetTexts.unknownCode(scanned) })
      const { line, known } = lineToTick(
        liveLines(latest.current.order),
        product._id,
        latest.current.isPicked,
      )
      if (line) onTick(line._id)
      if (line) setMessage({ done: sheetTexts.scanned(product.name) })
      else if (known) setMessage({ done: sheetTexts.scannedBefore(product.name) })
      else setMessage({ error: sheetTexts.notInOrder(product.name) })
    } catch (error) {
      setMessage({ error: errorMessage(error, sheetTexts.failedToScan) })
    }
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const scanned = code.trim()
    if (!scanned) return
    setCode('')
    // A scanner is faster than the network: lookups run one after the other, in the order of the scans.
    queue.current = queue.current.then(() => tickByCode(scanned))
  }
  return (
    <form ref={field} className={styles.scan} onSubmit={onSubmit}>
      <Field
        label={sheetTexts.scan}
        description={sheetTexts.scanHint}
        error={message.error}
        type="text"
        autoComplete="off"
        enterKeyHint="enter"
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <p role="status">{message.done}</p>
    </form>
  )
}

/** Handles the key B while no field has the focus and the sheet is the only dialog. */
function useScanKey(onPress: () => void): void {
  const latest = useRef(onPress)
  useEffect(() => {
    latest.current = onPress
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, repeat, ctrlKey, metaKey, altKey, defaultPrevented } = event
      if (key !== 'b' || defaultPrevented || repeat || ctrlKey || metaKey || altKey) return
      if ((target as HTMLElement).closest(FIELDS)) return
      if (document.querySelectorAll('[role=dialog], [role=alertdialog]').length > 1) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
