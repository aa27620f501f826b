/** The texts of the contact page; texts.ts is part of every page's first chunk. */
export const contactTexts = {
  soldBy: 'Sold by',
  address: 'Address',
  phone: 'Phone',
  email: 'Email',
  hours: 'Opening hours',
  license: 'FSSAI license',
  tax: 'GST',
  officer: 'Grievance officer',
  officerTerms: 'Every complaint gets a number, is acknowledged within 48 hours and settled within a month.',
  noContact: 'The shop has not said yet how it is reached.',
} as const
