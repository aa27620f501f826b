import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { classNames } from '@/lib/class-names'
import { formatPaperDay } from '@/lib/dates'
import { formatRupees, formatSignedRupees, toPaise } from '@/lib/money'
import type { Paper } from '@/lib/paper'
import { IconButton } from '@/ui/icon-button'
import { QrCode } from '@/ui/qr-code'
import { paymentText } from '../../payment-text'
import { texts } from '../../texts'
import { mapAddress } from '../desk/reach-links'
import type { Order } from '../orders-api'
import { PaperAddress } from './paper-address'
import { collectText, type ShopDetails } from './paper-facts'
import { printTexts } from './print-texts'
import styles from './rider-sheet.module.css'
import { idsAfterSwap, inDrivingOrder } from './stops'

type Props = { orders: Order[]; shop: ShopDetails; paper: Paper }

/** A rider's stops on one paper: address, phone, a QR code of the map, the amount to collect, and the total. */
export function RiderSheet({ orders, shop, paper }: Props) {
  const [ids, setIds] = useState<string[]>()
  const stops = inDrivingOrder(orders, ids)
  const riders = new Set(stops.map(({ rider }) => rider).filter(Boolean))
  const [rider] = riders
  const total = stops.reduce((sum, { collectAmt }) => sum + toPaise(collectAmt), 0)
  const move = (index: number, by: number) => setIds(idsAfterSwap(stops, index, by))
  return (
    <article
      className={classNames(styles.sheet, paper === 'a4' ? styles.wide : styles[`roll${paper}`])}
      data-page={0}
      aria-label={printTexts.kinds.riders}
    >
      <header className={styles.head}>
        <div>
          <h2>{printTexts.kinds.riders}</h2>
          <p>
            {shop.name} · {formatPaperDay(new Date())}
          </p>
          {riders.size === 1 && rider && <p>{printTexts.rider(rider)}</p>}
        </div>
        <p className={styles.total}>
          {printTexts.totalToCollect}
          <b>{formatRupees(total)}</b>
          {printTexts.stops(stops.length)}
        </p>
      </header>
      <ol>
        {stops.map((stop, index) => (
          <Stop key={stop._id} order={stop} place={index + 1}>
            <IconButton
              className={styles.move}
              label={printTexts.up(stop.number)}
              icon={ArrowUp}
              disabled={index === 0}
              onClick={() => move(index, -1)}
            />
            <IconButton
              className={styles.move}
              label={printTexts.down(stop.number)}
              icon={ArrowDown}
              disabled={index === stops.length - 1}
              onClick={() => move(index, 1)}
            />
          </Stop>
        ))}
      </ol>
      <footer className={styles.foot}>
        <span>
          {printTexts.totalToCollect} <b>{formatRupees(total)}</b>
        </span>
        <span>{printTexts.handedIn}</span>
      </footer>
    </article>
  )
}

type StopProps = { order: Order; place: number; children: React.ReactNode }

function Stop({ order, place, children }: StopProps) {
  const { number, customer, collectAmt, roundOff, staffNote, delivery_address: address } = order
  return (
    <li className={styles.stop}>
      <b className={styles.place}>{place}</b>
      <div className={styles.where}>
        <p className={styles.name}>
          {customer.name} <span>#{number}</span>
        </p>
        <p>
          <PaperAddress order={order} />
        </p>
        {/* The sheet is for staff only, so it may show the internal notes about the customer. */}
        {[customer.note, staffNote].map((note) => note && <p key={note}>{note}</p>)}
      </div>
      <p className={styles.collect}>
        {collectAmt > 0 ? collectText(order) : paymentText(order)}
        <b>{collectAmt > 0 ? formatRupees(toPaise(collectAmt)) : printTexts.nothingToCollect}</b>
        {collectAmt > 0 && roundOff !== 0 && texts.roundedOff(formatSignedRupees(toPaise(roundOff)))}
      </p>
      <a className={styles.map} href={mapAddress(address)} target="_blank" rel="noreferrer">
        <QrCode value={mapAddress(address)} label={printTexts.map(address.address_line)} />
      </a>
      <div className={styles.moves}>{children}</div>
    </li>
  )
}
