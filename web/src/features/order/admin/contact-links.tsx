import { MapPin, Phone } from 'lucide-react'
import { Icon } from '@/ui/icon'
import { iconButtonClass } from '@/ui/icon-button'
import type { Line } from '../api'
import { texts } from '../texts'
import styles from './contact-links.module.css'

/** A link that calls the shopper, and a map link of the delivery address, which a sale at the counter lacks. */
export function ContactLinks({ line: { delivery_address: address, userId: customer } }: { line: Line }) {
  const { address_line, city, state, pincode, country } = address
  const mobile = address.mobile || customer?.mobile
  const mapQuery = [address_line, city, state, pincode, country].join(', ')
  return (
    <span className={styles.links}>
      {mobile && (
        <a
          href={`tel:${mobile.replace(/[^\d+]/g, '')}`}
          className={iconButtonClass('outline')}
          aria-label={texts.call(customer?.name ?? mobile)}
        >
          <Icon icon={Phone} />
        </a>
      )}
      {address_line && (
        <a
          href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(mapQuery)}`}
          target="_blank"
          rel="noreferrer"
          className={iconButtonClass('outline')}
          aria-label={texts.map(address_line)}
        >
          <Icon icon={MapPin} />
        </a>
      )}
    </span>
  )
}
