import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDateTime } from '@/lib/dates'
import { formatRupees, formatSignedRupees, toPaise } from '@/lib/money'
import { Button } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy-dialog'
import { type DayClose, dayQuery } from '../api'
import { changeText, differenceText } from '../difference'
import { drawerName } from '../drawer-name'
import { texts } from '../texts'
import styles from './day-close-panel.module.css'
import { ReportPanel } from './report-panel'

const DayCloseDialog = lazyDialog(() => import('./day-close-dialog'))

/** The day's cash by person, and the counted amount, which managers enter and correct. */
export function DayClosePanel({ day }: { day: string }) {
  const { data: close } = useQuery(dayQuery(day))
  const [counting, setCounting] = useState(false)
  if (!close) return null
  return (
    <ReportPanel
      title={texts.dayCash}
      link={
        <Button variant="outline" size="small" className={styles.count} onClick={() => setCounting(true)}>
          {close.counted === null ? texts.count : texts.correct}
        </Button>
      }
    >
      <dl className={styles.lines}>
        {close.byRider.map((taker) => (
          <Taker key={taker.rider} taker={taker} />
        ))}
        {close.counter.map((drawer) => (
          <Drawer key={`${drawer.device} ${drawer.whoId || drawer.who}`} drawer={drawer} />
        ))}
        {close.roundOff !== 0 && (
          <div>
            <dt>{texts.roundOff}</dt>
            <dd>{formatSignedRupees(toPaise(close.roundOff))}</dd>
          </div>
        )}
        {close.givenBack > 0 && (
          <div>
            <dt>{texts.givenBack}</dt>
            <dd>{formatRupees(-toPaise(close.givenBack))}</dd>
          </div>
        )}
        {close.suppliers > 0 && (
          <div>
            <dt>{texts.paidToSuppliers}</dt>
            <dd>{formatRupees(-toPaise(close.suppliers))}</dd>
          </div>
        )}
        <div className={styles.total}>
          <dt>{texts.expected}</dt>
          <dd>{formatRupees(toPaise(close.expected))}</dd>
        </div>
        <CountedCash close={close} />
        {close.credit > 0 && (
          <div>
            <dt>{texts.givenAsCredit}</dt>
            <dd>{formatRupees(toPaise(close.credit))}</dd>
          </div>
        )}
        {close.khata !== 0 && (
          <div>
            <dt>{texts.onKhata}</dt>
            <dd>{formatRupees(toPaise(close.khata))}</dd>
          </div>
        )}
      </dl>
      {close.changedSince !== 0 && (
        <p className={styles.changed}>{changeText(toPaise(close.changedSince))}</p>
      )}
      {close.note && <p className={styles.note}>{close.note}</p>}
      {counting && <DayCloseDialog close={close} onClose={() => setCounting(false)} />}
    </ReportPanel>
  )
}

/** The cash that one person took, and what they handed in once it was counted. */
function Taker({
  taker: { rider, amount, orders, counted, difference },
}: {
  taker: DayClose['byRider'][number]
}) {
  const missing = toPaise(difference ?? 0)
  return (
    <div>
      <dt>
        {rider || texts.atTheDoor}{' '}
        <small>
          {texts.orderCount(orders)}
          {counted !== null && `, ${texts.handedIn(formatRupees(toPaise(counted)))}`}
        </small>
        {missing !== 0 && <small className={styles.difference}> {differenceText(missing)}</small>}
      </dt>
      <dd>{formatRupees(toPaise(amount))}</dd>
    </div>
  )
}

/** The cash that one person took at a counter device, less refunds there. */
function Drawer({ drawer }: { drawer: DayClose['counter'][number] }) {
  const { orders, cash, givenBack, opening, counted, difference } = drawer
  const missing = toPaise(difference ?? 0)
  return (
    <div>
      <dt>
        {drawerName(drawer)}{' '}
        <small>
          {texts.orderCount(orders)}
          {counted !== null &&
            `, ${texts.inDrawer(formatRupees(toPaise(counted)), formatRupees(toPaise(opening ?? 0)))}`}
        </small>
        {missing !== 0 && <small className={styles.difference}> {differenceText(missing)}</small>}
      </dt>
      <dd>{formatRupees(toPaise(cash) - toPaise(givenBack))}</dd>
    </div>
  )
}

function CountedCash({ close: { counted, difference, closedBy, closedAt } }: { close: DayClose }) {
  if (counted === null) return null
  const missing = toPaise(difference ?? 0)
  return (
    <>
      <div>
        <dt>
          {texts.counted}{' '}
          <small>{[closedBy, closedAt && formatDateTime(closedAt)].filter(Boolean).join(', ')}</small>
        </dt>
        <dd>{formatRupees(toPaise(counted))}</dd>
      </div>
      <div className={missing === 0 ? styles.even : styles.difference}>
        <dt>{missing === 0 ? texts.even : missing < 0 ? texts.missing : texts.over}</dt>
        <dd>{missing !== 0 && formatRupees(Math.abs(missing))}</dd>
      </div>
    </>
  )
}
