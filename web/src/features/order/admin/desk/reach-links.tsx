import { MapPin, MessageCircle, Phone } from 'lucide-react'
import { telephoneLink, whatsAppLink } from '@/lib/phone'
import { buttonClass } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { iconButtonClass } from '@/ui/icon-button'
import { deskTexts } from '../desk-texts'
import type { Order } from '../orders-api'

/** Returns a map URL of an address. */
export function mapAddress(address: Order['delivery_address']): string {
  const { address_line: line, city, state, pincode, country } = address
  const mapQuery = encodeURIComponent([line, city, state, pincode, country].join(', '))
  return `https://www.google.com/maps/search/?api=1&query=${mapQuery}`
}

type Props = {
  order: Order
  /** Shows a text beside each icon. */
  labeled?: boolean
  className?: string
}

/** Links to call the shopper, to write to them on WhatsApp, and to the map. A sale at the counter has no address. */
export function ReachLinks({ order, labeled, className }: Props) {
  const linkClass = labeled ? buttonClass({ variant: 'outline', size: 'small' }) : iconButtonClass('outline')
  const { customer, delivery_address: address } = order
  const mobile = address.mobile || customer.mobile
  return (
    <span className={className}>
      {mobile && (
        <>
          <a href={telephoneLink(mobile)} className={linkClass} aria-label={deskTexts.call(customer.name)}>
            <Icon icon={Phone} />
            {labeled && deskTexts.callLabel}
          </a>
          <a
            href={whatsAppLink(mobile)}
            target="_blank"
            rel="noreferrer"
            className={linkClass}
            aria-label={deskTexts.whatsApp(customer.name)}
          >
            <Icon icon={MessageCircle} />
            {labeled && deskTexts.whatsAppLabel}
          </a>
        </>
      )}
      {address.address_line && (
        <a
          href={mapAddress(address)}
          target="_blank"
          rel="noreferrer"
          className={linkClass}
          aria-label={deskTexts.map(address.address_line)}
        >
          <Icon icon={MapPin} />
          {labeled && deskTexts.mapLabel}
        </a>
      )}
    </span>
  )
}
