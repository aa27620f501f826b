export const texts = {
  call: (phone: string) => `Call ${phone}`,
  whatsapp: 'WhatsApp',
  pages: {
    about: 'About the shop',
    delivery: 'Delivery',
    returns: 'Returns and refunds',
    privacy: 'Privacy',
    terms: 'Terms',
  },
  contact: 'Contact',
  shopPages: 'About the shop',
  unwritten: 'The shop has not written this page yet.',
  complaints: (officer: string) => `Complaints: ${officer}`,
  fssai: (number: string) => `FSSAI ${number}`,
  gstin: (number: string) => `GSTIN ${number}`,
  notRegistered: 'Not registered under GST',
  // The declaration that rule 5(1)(f) of the CGST Rules 2017 requires on every bill.
  composition: 'Composition taxable person, not eligible to collect tax on supplies',
  state: (name: string) => `State: ${name}`,
  closedOn: (day: string, occasion: string | undefined) =>
    occasion ? `Closed on ${day}: ${occasion}` : `Closed on ${day}`,
  complain: 'Complain',
  readFirst: 'Before you register:',
} as const
