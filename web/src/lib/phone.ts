/** Digits as wa.me wants them, with the country: an Indian mobile of ten digits gets 91. */
export function whatsAppNumber(mobile: string): string {
  const digits = mobile.replace(/\D/g, '').replace(/^0+/, '')
  return digits.length === 10 ? `91${digits}` : digits
}

/** Returns the address that calls a number. */
export function telephoneLink(mobile: string): string {
  return `tel:${mobile.replace(/[^\d+]/g, '')}`
}

/** Returns the address that writes to a number by WhatsApp, with a text that is ready to send. */
export function whatsAppLink(mobile: string, text = ''): string {
  return `https://wa.me/${whatsAppNumber(mobile)}${text && `?text=${encodeURIComponent(text)}`}`
}
