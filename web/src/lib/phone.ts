/** Returns a number in wa.me's format: digits with the country code. A ten-digit Indian mobile number gets 91. */
export function whatsAppNumber(mobile: string): string {
  const digits = mobile.replace(/\D/g, '').replace(/^0+/, '')
  return digits.length === 10 ? `91${digits}` : digits
}

/** Returns a tel: URL that calls the number. */
export function telephoneLink(mobile: string): string {
  return `tel:${mobile.replace(/[^\d+]/g, '')}`
}

/** Returns a URL that opens a WhatsApp chat with the number; `text` prefills the message. */
export function whatsAppLink(mobile: string, text = ''): string {
  return `https://wa.me/${whatsAppNumber(mobile)}${text && `?text=${encodeURIComponent(text)}`}`
}
