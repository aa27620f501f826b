import { formatCount } from '@/lib/count'

/** How many of the served pincodes are named. */
const NAMED_PINCODES = 8

/** The messages of the saved addresses. */
export const texts = {
  title: 'Saved Address',
  add: 'Add Address',
  edit: 'Edit Address',
  editThis: (line: string) => `Edit ${line}`,
  deleteThis: (line: string) => `Delete ${line}`,
  none: 'Address not available',
  noneHint: 'Save where your orders should go.',
  save: 'Save',
  saving: 'Saving...',
  added: 'Address added successfully!',
  updated: 'Address updated successfully!',
  disabled: 'Address disabled successfully!',
  failedToAdd: 'Failed to add address',
  failedToUpdate: 'Failed to update address',
  failedToDisable: 'Failed to disable address',
  deleteTitle: 'Permanent Delete',
  deleteQuestion: 'Are you sure you want to permanently delete this item?',
  required: (label: string) => `${label} is required.`,
  labels: {
    address_line: 'Address line',
    city: 'City',
    state: 'State',
    pincode: 'Pincode',
    country: 'Country',
    mobile: 'Mobile',
    receiver: 'Receiver’s name',
    landmark: 'Landmark (optional)',
  },
  mobileDigits: '10 digits',
  mobileHas: (digits: number) => `A mobile has 10 digits; this has ${digits}.`,
  pincodeHint: 'Fills city and state',
  doWeCome: 'Do we come to you?',
  notYet: (pincode: string) => `We do not come to ${pincode} yet.`,
  served: (pincodes: string[]) => {
    const named = pincodes.slice(0, NAMED_PINCODES)
    const others = pincodes.length - named.length
    return `We deliver to ${named.join(', ')}${others > 0 ? ` and ${formatCount(others)} more` : ''}.`
  },
  yourPincode: 'Your pincode',
  pincodeDigits: 'A pincode has six digits.',
  check: 'Check',
} as const
