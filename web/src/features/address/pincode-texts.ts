/** The texts of home's pincode form, in a file of their own because every first visit to home downloads them. */
export const pincodeTexts = {
  doWeDeliver: 'Do we come to you?',
  notYet: (pincode: string) => `We do not come to ${pincode} yet.`,
  delivers: (pincode: string) => `We deliver to ${pincode}.`,
  toPincode: (pincode: string) => `to ${pincode}`,
  notToPincode: (pincode: string) => `not to ${pincode}`,
  whereTo: 'Where to?',
  changePincode: 'Change pincode',
  yourPincode: 'Your pincode',
  pincodeDigits: 'A pincode has six digits.',
  check: 'Check',
} as const
