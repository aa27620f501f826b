import { MapPin, Phone } from 'lucide-react'
import type { OrderRow } from '../api'
import { texts } from '../texts'

/** A call link for the shopper's phone, and a map link for the delivery address. */
export function ContactLinks({
  order: { delivery_address: address, userId: customer },
}: {
  order: OrderRow
}) {
  const { address_line, city, state, pincode, country } = address
  const mobile = address.mobile || customer?.mobile
  const mapQuery = [address_line, city, state, pincode, country].join(', ')
  return (
    <span className="contact">
      {mobile && (
        <a
          href={`tel:${mobile.replace(/[^\d+]/g, '')}`}
          className="iconbtn iconbtn--line"
          aria-label={texts.call(customer?.name ?? mobile)}
        >
          <Phone className="ic" />
        </a>
      )}
      <a
        href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(mapQuery)}`}
        target="_blank"
        rel="noreferrer"
        className="iconbtn iconbtn--line"
        aria-label={texts.map(address_line)}
      >
        <MapPin className="ic" />
      </a>
    </span>
  )
}
