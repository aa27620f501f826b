import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { classNames } from '@/lib/class-names'
import { dayInIndia, formatDay } from '@/lib/dates'
import { containerClass } from '@/ui/page'
import { settingsQuery } from '../api'
import { PAGE_NAMES } from '../pages'
import type { ShopSettings } from '../shop-rules'
import { texts } from '../texts'
import styles from './shop-details.module.css'

/** The shop's contact and legal details and its pages, in the footer. Renders nothing if none are set. */
export function ShopDetails() {
  const { data: shop } = useQuery(settingsQuery)
  if (!shop) return null
  const { phone, whatsapp, email, address, legal } = shop
  const lines = [
    legal.name,
    legal.address || address,
    legal.fssai && texts.fssai(legal.fssai),
    legal.gstin && texts.gstin(legal.gstin),
    legal.grievance && texts.complaints(legal.grievance),
    ...upcomingHolidays(shop).map((day) => texts.closedOn(formatDay(day), shop.holidayNotes[day])),
  ].filter(Boolean)
  const pages = PAGE_NAMES.filter((name) => shop.pages[name])
  if (!phone && !whatsapp && !email && lines.length === 0 && pages.length === 0) return null
  return (
    <div className={classNames(containerClass, styles.details)}>
      {lines.length > 0 && (
        <address className={styles.lines}>
          {lines.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
      )}
      <p className={styles.links}>
        {phone && <a href={`tel:${phone.replaceAll(' ', '')}`}>{texts.call(phone)}</a>}
        {whatsapp && <a href={`https://wa.me/${whatsapp}`}>{texts.whatsapp}</a>}
        {email && <a href={`mailto:${email}`}>{email}</a>}
      </p>
      <nav className={styles.links} aria-label={texts.shopPages}>
        <Link to="/contact">{texts.contact}</Link>
        {pages.map((name) => (
          <Link key={name} to={`/${name}`}>
            {texts.pages[name]}
          </Link>
        ))}
        {legal.grievance && <Link to="/complaint">{texts.complain}</Link>}
      </nav>
    </div>
  )
}

const DAYS_AHEAD = 14

/** Returns the holidays of the next two weeks, including today. */
function upcomingHolidays({ holidays }: ShopSettings): string[] {
  const now = Date.now()
  const [today, last] = [dayInIndia(now), dayInIndia(now, -DAYS_AHEAD)]
  return holidays.filter((day) => day >= today && day <= last)
}
