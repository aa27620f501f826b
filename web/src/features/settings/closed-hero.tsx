import type { ReactNode } from 'react'
import { classNames } from '@/lib/class-names'
import { dayInIndia, formatDayName, formatShopTime } from '@/lib/dates'
import { containerClass } from '@/ui/page'
import styles from './closed-hero.module.css'
import { noticeTexts } from './notice-texts'
import { hoursLines } from './opening-hours'
import { packingTime } from './packing-time'
import type { Closing, ShopSettings } from './shop-rules'

type Props = {
  shop: ShopSettings
  closing: Closing
  /** Renders a link into the shop with this text. */
  link: (text: string) => ReactNode
}

/** Home's banner while the shop is closed: when it opens, whether it takes orders until then, and its hours. */
export function ClosedHero({ shop, closing, link }: Props) {
  const { paused, opensAt, takesOrders } = closing
  const now = new Date()
  const occasion = shop.holidayNotes[dayInIndia(now.getTime())]
  const lines = hoursLines(shop.hours)
  const time = opensAt && formatShopTime(opensAt, now)
  return (
    <section className={styles.hero} aria-labelledby="closed-hero">
      <div className={classNames(containerClass, styles.inner)}>
        <div className={styles.sign}>
          <h1 id="closed-hero">
            {paused
              ? noticeTexts.pausedNow
              : occasion
                ? noticeTexts.closedFor(occasion)
                : noticeTexts.closedNow}
            {time && (
              <>
                <br />
                {paused ? noticeTexts.resumes(time) : noticeTexts.opens(time)}
              </>
            )}
          </h1>
          <p>
            {!opensAt
              ? noticeTexts.callTheShop
              : takesOrders
                ? noticeTexts.packedThen(packingTime(opensAt, now))
                : noticeTexts.keptTillThen}
          </p>
          {link(
            takesOrders && opensAt
              ? noticeTexts.shopForLater(formatDayName(opensAt, now))
              : noticeTexts.lookAround,
          )}
        </div>
        {(lines.length > 0 || shop.phone) && (
          <dl className={styles.hours} aria-label={noticeTexts.hours}>
            {lines.map(({ days, hours }) => (
              <div key={days}>
                <dt>{days}</dt>
                <dd>{hours}</dd>
              </div>
            ))}
            {shop.phone && (
              <div>
                <dt>{noticeTexts.phone}</dt>
                <dd>{shop.phone}</dd>
              </div>
            )}
          </dl>
        )}
      </div>
      <i className={styles.foot} />
    </section>
  )
}
