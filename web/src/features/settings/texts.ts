export const texts = {
  call: 'Call',
  whatsapp: 'WhatsApp',
  pages: {
    about: 'About the shop',
    delivery: 'Delivery',
    returns: 'Returns and refunds',
    privacy: 'Privacy',
    terms: 'Terms',
  },
  shopPages: 'About the shop',
  unwritten: 'The shop has not written this page yet.',
  complaints: (officer: string) => `Complaints: ${officer}`,
  fssai: (number: string) => `FSSAI ${number}`,
  gstin: (number: string) => `GSTIN ${number}`,
} as const
