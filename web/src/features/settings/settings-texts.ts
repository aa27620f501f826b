/** The texts of fields shared by settings and setup. */
export const fieldTexts = {
  pincodes: 'Pincodes you serve',
  addPincodes: 'Add pincodes',
  add: 'Add',
  pincodesHint: 'One or many, from a message or a sheet.',
  pincodesAdded: (count: number) => (count === 1 ? '1 pincode added.' : `${count} pincodes added.`),
  notUnderstood: (words: string) => `Not understood: ${words}. A pincode has six digits.`,
  removePincode: (pincode: string) => `Remove ${pincode}`,
  everywhere: 'No pincode: you deliver everywhere.',
  upiId: 'UPI ID',
  upiCode: 'QR code that pays ₹1 to this UPI ID',
  tryUpi: 'Scan it and send yourself ₹1.',
  gstin: 'GSTIN',
  gstinFits: 'The check digit is right.',
  search: 'Search',
  openUpi: 'Send ₹1 to try it',
  trialPayment: 'Trial payment',
} as const
