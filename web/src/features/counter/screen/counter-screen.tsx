import { Grid2x2 } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ScanButton } from '@/features/catalog/scan-button'
import { Alert } from '@/ui/alert'
import { Button } from '@/ui/button'
import { IconButton } from '@/ui/icon-button'
import { VisuallyHidden } from '@/ui/visually-hidden'
import { beepLine, beepUnknown } from '../beep'
import {
  readEntry,
  withCurrentLineMoved,
  withoutLine,
  withProduct,
  withQuantity,
  withUnknown,
  withWeight,
} from '../bills'
import type { CounterProduct, Line, Weight } from '../counter'
import type { CounterState, CounterStore } from '../counter-store'
import { counterTexts as texts } from '../counter-texts'
import type { SaleEntry } from '../outbox'
import { readWeightLabel } from '../weight-label'
import { BillLines } from './bill-lines'
import { BillSlip } from './bill-slip'
import { type CounterDialog, CounterDialogs, type Weighing } from './counter-dialogs'
import styles from './counter-layout.module.css'
import { CounterNotices } from './counter-notices'
import { DoneCard } from './done-card'
import { KeysLegend } from './keys'
import { OpenBills } from './open-bills'
import { PayBar } from './pay-bar'
import { PayView } from './pay-view'
import { ReturnView } from './return-view'
import { SaleLists } from './sale-lists'
import { SalePaper } from './sale-paper'
import { ScanField } from './scan-field'
import { StatusBar } from './status-bar'
import { Tiles } from './tiles'
import { UnknownCode } from './unknown-code'
import { useCounterKeys } from './use-counter-keys'
import { useScanner } from './use-scanner'

type Props = { store: CounterStore; state: CounterState }
type View = { name: 'SALE' | 'PAY' } | { name: 'RETURN'; bill?: string; scan?: { code: string } }

const UNDO_MS = 10_000
const NONE: string[] = []

/** The counter while it is open: the scan field, the current bill, and the payment. */
export function CounterScreen({ store, state }: Props) {
  const { bill, held, goods, sales, offlineSince } = state
  const [view, setView] = useState<View>({ name: 'SALE' })
  const [dialog, setDialog] = useState<CounterDialog>()
  const [weighing, setWeighing] = useState<Weighing>()
  const [text, setText] = useState('')
  /** The lines with an unknown code whose question the user skipped. */
  const [left, setLeft] = useState(NONE)
  const [done, setDone] = useState<SaleEntry>()
  const [tilesShown, setTilesShown] = useState(false)
  const [printed, setPrinted] = useState<SaleEntry>()
  const [removed, setRemoved] = useState<{ line: Line; from: string }>()
  const field = useRef<HTMLInputElement>(null)
  const sums = store.sums()
  const unknown = bill.lines.findLast(({ product, id }) => !product && !left.includes(id))
  const canPay = sums.payable > 0 && sums.unpriced === 0
  // The sale would lack a line with an unknown code that was scanned during the payment, or all lines if the bill was
  // put on hold.
  if (view.name === 'PAY' && !canPay && !state.isClosing) setView({ name: 'SALE' })

  const leave = () => unknown && setLeft([...left, unknown.id])
  const ask = (line: Line) => setLeft(bill.lines.map(({ id }) => id).filter((id) => id !== line.id))
  const leavePay = (next: View) => {
    if (!state.isClosing) setView(next)
  }
  const isAsking = dialog !== undefined || weighing !== undefined
  const takeBack = () => {
    setText('')
    leavePay({ name: 'RETURN' })
  }
  const backToField = () => {
    // On touch screens focusing the field would open the keyboard: leave that to the user.
    const isFree = view.name === 'SALE' && !isAsking && !unknown
    if (isFree && matchMedia('(pointer: fine)').matches) field.current?.focus()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever another view or dialog is left
  useEffect(backToField, [view.name, isAsking, unknown?.id])

  useEffect(() => {
    if (!removed) return
    const timer = setTimeout(() => setRemoved(undefined), UNDO_MS)
    return () => clearTimeout(timer)
  }, [removed])

  const add = (product: CounterProduct, pieces: number, weight?: Weight) => {
    setDone(undefined)
    setTilesShown(false)
    if (product.grams && !weight) return setWeighing({ product })
    beepLine()
    store.edit((before) =>
      weight ? withWeight(before, product, weight) : withProduct(before, product, pieces),
    )
  }
  const addCode = (code: string, pieces: number) => {
    const { goods, shop } = store.getState()
    const product = goods.withCode(code)
    if (product) return add(product, pieces)
    const label = readWeightLabel(code, shop.weightBarcodes)
    const weighed = label && goods.withItem(label.item)
    if (weighed?.grams) return add(weighed, 1, label?.weight)
    beepUnknown()
    setDone(undefined)
    setLeft(NONE)
    store.edit((before) => withUnknown(before, code, pieces))
  }
  const onScan = (code: string) => {
    // Store the scan in the view, so that the next return does not start with this product.
    if (view.name === 'RETURN') return setView({ ...view, scan: { code } })
    const { pieces, query } = readEntry(text)
    if (query === '') setText('')
    addCode(code, query === '' ? pieces : 1)
  }
  const remove = (line: Line) => {
    setRemoved({ line, from: bill.id })
    store.edit((now) => withoutLine(now, line.id))
  }
  const inHand = bill.lines.find(({ id }) => id === bill.at)
  const step = (pieces: number) =>
    inHand && store.edit((now) => withQuantity(now, inHand.id, inHand.quantity + pieces))
  const choose = useCallback((id: string) => store.edit((now) => ({ ...now, at: id })), [store])
  const pay = () => canPay && setView({ name: 'PAY' })
  const openDialog = (next: CounterDialog) => {
    if ((next === 'HOLD' || next === 'DISCOUNT') && bill.lines.length === 0) return
    // Fetch customers added on other devices, and current khata balances.
    if (next === 'CUSTOMER') void store.refresh(true)
    setDialog(next)
  }

  useScanner(onScan, (sign) => {
    if (sign !== '?' || isAsking || view.name !== 'SALE' || !/^\??$/.test(text)) return
    setText('')
    setDialog('KEYS')
  })
  useCounterKeys({
    isFieldFree: text === '' && !isAsking && view.name === 'SALE' && !unknown,
    isDialogOpen: isAsking,
    step,
    move: (steps) => store.edit((now) => withCurrentLineMoved(now, steps)),
    remove: () => inHand && remove(inHand),
    pay,
    open: openDialog,
    takeBack,
    back: () => (view.name === 'SALE' ? leave() : leavePay({ name: 'SALE' })),
  })

  const openBills = <OpenBills bill={bill} held={held} onTakeUp={(id) => store.takeUp(id)} />
  const slip = (
    <BillSlip
      bill={bill}
      sums={sums}
      waiting={store.waiting()}
      withLines={view.name === 'PAY'}
      onCustomer={() => openDialog('CUSTOMER')}
      onBuyer={() => openDialog('BUYER')}
    />
  )
  return (
    <div
      className={styles.counter}
      data-view={view.name}
      data-done={done && bill.lines.length === 0 ? '' : undefined}
    >
      <VisuallyHidden>
        <h1>{texts.title}</h1>
      </VisuallyHidden>
      <StatusBar state={state} onTakeBack={takeBack} />
      <search className={styles.scan}>
        <IconButton
          className={styles.phoneOnly}
          variant="outline"
          icon={Grid2x2}
          label={texts.goodsWithoutCode}
          onClick={() => setTilesShown((shown) => !shown)}
        />
        <ScanField
          ref={field}
          text={text}
          onText={setText}
          goods={goods}
          placeholder={view.name === 'PAY' ? texts.scanToAdd : done ? texts.nextBill : texts.scan}
          pricesOf={offlineSince ? state.pricesOf : undefined}
          onProduct={add}
          onCode={addCode}
        />
        <ScanButton className={styles.phoneOnly} onScan={onScan} />
      </search>
      <div className={styles.phoneOnly}>{openBills}</div>
      <div className={styles.main}>
        <CounterNotices state={state} />
        {removed?.from === bill.id && (
          <Alert
            tone="info"
            action={
              <Button
                size="small"
                variant="outline"
                onClick={() => {
                  store.edit((now) => ({ ...now, lines: [...now.lines, removed.line], at: removed.line.id }))
                  setRemoved(undefined)
                }}
              >
                {texts.undo}
              </Button>
            }
          >
            {texts.removed(removed.line.product?.name ?? texts.noName)}
          </Alert>
        )}
        {view.name === 'PAY' && (
          <PayView
            store={store}
            state={state}
            onBack={() => leavePay({ name: 'SALE' })}
            onCustomer={() => openDialog('CUSTOMER')}
            onBuyer={() => openDialog('BUYER')}
            onDone={(sale) => {
              setDone(sale)
              setView({ name: 'SALE' })
            }}
          />
        )}
        {view.name === 'RETURN' && (
          <ReturnView
            key={view.bill}
            state={state}
            number={view.bill}
            scan={view.scan}
            onBack={() => setView({ name: 'SALE' })}
          />
        )}
        {view.name === 'SALE' && (
          <>
            {unknown?.code && (
              <UnknownCode
                key={unknown.id}
                code={unknown.code}
                goods={goods}
                onNew={(name, mrp) => store.addProduct(unknown.code ?? '', name, mrp)}
                onKnown={(product) => store.addCode(unknown.code ?? '', product)}
                onLeave={leave}
              />
            )}
            {bill.lines.length > 0 && (
              <BillLines
                bill={bill}
                sums={sums}
                onStep={step}
                onChoose={choose}
                onAsk={ask}
                onDiscount={() => openDialog('DISCOUNT')}
                onWeigh={() => inHand?.product && setWeighing({ product: inHand.product, line: inHand })}
                onRemove={remove}
              />
            )}
            {(bill.lines.length === 0 || tilesShown) && (
              <Tiles goods={goods} onProduct={(product) => add(product, readEntry(text).pieces)} />
            )}
            {bill.lines.length === 0 && (
              <SaleLists
                sales={sales}
                refused={state.refused}
                onSeen={(seq) => void store.dismiss(seq)}
                onPrint={setPrinted}
                onTakeBack={(sale) => setView({ name: 'RETURN', bill: sale.body.number })}
              />
            )}
          </>
        )}
      </div>
      {view.name !== 'RETURN' && (
        <aside className={styles.side} aria-label={texts.bill}>
          <div className={styles.wideOnly}>{openBills}</div>
          {done && bill.lines.length === 0 ? (
            <DoneCard
              store={store}
              sale={sales.find(({ seq }) => seq === done.seq) ?? done}
              onPrint={setPrinted}
              onTakeBack={() => setView({ name: 'RETURN', bill: done.body.number })}
            />
          ) : (
            slip
          )}
        </aside>
      )}
      {view.name === 'SALE' && (
        <PayBar bill={bill} sums={sums} canPay={canPay} onPay={pay} onOpen={openDialog} />
      )}
      <KeysLegend view={view.name} />
      <CounterDialogs
        {...{ store, state, dialog, inHand, weighing }}
        onClose={() => {
          setDialog(undefined)
          setWeighing(undefined)
        }}
      />
      {printed && (
        <SalePaper key={printed.seq} sale={printed} state={state} onDone={() => setPrinted(undefined)} />
      )}
    </div>
  )
}
