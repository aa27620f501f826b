import { MapPin, MessageCircle, Phone } from 'lucide-react'
import { buttonClass } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { iconButtonClass } from '@/ui/icon-button'
import type { Checkout } from '../checkouts-api'
import { deskTexts } from '../desk-texts'

/** Digits as wa.me wants them, with the country: an Indian mobile of ten digits gets 91. */
export function whatsAppNumber(mobile: string): string {
  const digits = mobile.replace(/\D/g, '').replace(/^0+/, '')
  return digits.length === 10 ? `91${digits}` : digits
}

/** Where an address is on the map. */
export function mapAddress(address: Checkout['delivery_address']): string {
  const { address_line: line, city, state, pincode, country } = address
  const place = encodeURIComponent([line, city, state, pincode, country].join(', '))
  return `https://www.google.com/maps/search/?api=1&query=${place}`
}

type Props = {
  checkout: Checkout
  /** With a word beside each icon. */
  labeled?: boolean
  className?: string
}

/** One tap to call the shopper, to write by WhatsApp, to see the way. */
export function ReachLinks({ checkout, labeled, className }: Props) {
  const linkClass = labeled ? buttonClass({ variant: 'outline', size: 'small' }) : iconButtonClass('outline')
  const { customer, delivery_address: address } = checkout
  const mobile = address.mobile || customer.mobile
  return (
    <span className={className}>
      {mobile && (
        <>
          <a
            href={`tel:${mobile.replace(/[^\d+]/g, '')}`}
            className={linkClass}
            aria-label={deskTexts.call(customer.name)}
          >
            <Icon icon={Phone} />
            {labeled && deskTexts.callLabel}
          </a>
          <a
            href={`https://wa.me/${whatsAppNumber(mobile)}`}
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
    </span>
  )
}
