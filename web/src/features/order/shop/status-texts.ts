import type { PackingChange } from './packing-changes'

/** The texts of an order's progress. */
export const statusTexts = {
  bills: 'Bills',
  seeBill: 'See the bill',
  seeNote: 'See the note',
  number: (number: number) => `Order #${number}`,
  orderName: 'Order number',
  live: 'live',
  liveSpoken: 'Changes show here by themselves.',
  path: 'Where it is',
  openOrders: 'Your open orders',
  placed: 'Placed',
  packing: 'Packing',
  packed: 'Packed',
  onTheWay: 'On the way',
  delivered: 'Delivered',
  headline: {
    NEW: 'The shop has your order.',
    PACKING: 'Your order is being packed.',
    PACKED: 'Your order is packed.',
    OUT: 'It is on its way.',
    DONE: 'Delivered.',
  },
  promised: (hour: string, day: string) => `Expected by ${hour} ${day}.`,
  changes: (count: number) => (count === 1 ? 'One thing changed.' : `${count} things changed.`),
  change: ({ kind, name, ordered, packed, instead, saves }: PackingChange): string => {
    switch (kind) {
      case 'short':
        return `${name}: ${packed} of ${ordered}.`
      case 'missing':
        return `${name} does not come.`
      case 'replaced':
        return saves === 0
          ? `${instead} comes instead of ${name}, at the same price.`
          : `${instead} comes instead of ${name}.`
      case 'lighter':
        return `${name} weighs less than ordered.`
    }
  },
  payLess: (amount: string) => `You pay ${amount} less.`,
  givenBack: (amount: string) => `${amount} comes back to you.`,
  lineOf: (packed: number, ordered: number) => `${packed} of ${ordered}`,
  lineMissing: 'does not come',
  lineReplaced: (name: string) => `${name} comes instead`,
  lineInsteadOf: (name: string) => `instead of ${name}`,
  lineLighter: 'by its weight',
  canceledBy: (reason: string) => `Canceled: ${reason}`,
  canceled: 'This order was canceled.',
  toPay: (amount: string) => `${amount} to pay`,
  paidByUpi: 'Paid by UPI',
  paidByCard: 'Paid by card',
  paidInCash: 'Paid in cash',
  onKhata: 'On the khata',
  changeOrder: 'Change order',
  changeTitle: (number: number) => `Change order #${number}`,
  changeLines: 'What comes',
  linesOnce: 'What you ordered keeps its price.',
  putBack: 'Put back',
  addSomething: 'Add something',
  newBill: 'The new bill',
  before: 'As ordered',
  after: 'After the change',
  toPayAtDoor: 'To pay at the door',
  backToYou: 'Comes back to you',
  nothingLeft: 'Nothing would be left. Please cancel the order instead.',
  onlySmaller: 'The order is paid online: it can only become smaller.',
  save: 'Save the change',
  keep: 'Keep as it is',
  changed: (number: number) => `Order #${number} is changed.`,
  changeFailed: 'The order could not be changed. Please try again.',
  cancelHint: 'You can change or cancel it until packing starts.',
  cancel: 'Cancel order',
  cancelTitle: (number: number) => `Cancel order #${number}?`,
  cancelQuestion: (amount: string) =>
    `None of it will be delivered, and there is nothing to pay. It is ${amount} in all.`,
  cancelAnswers: { no: 'Keep the order', yes: 'Cancel the order' },
  cancelFailed: 'The order could not be canceled. Please call the shop.',
  canceledDone: (number: number) => `Order #${number} is canceled.`,

  payByUpi: 'Pay by UPI',
  payHint: 'Scan it with any UPI app, or pay at the door.',
  qrLabel: (amount: string, name: string) => `UPI code: ${amount} to ${name}`,
  upiId: 'UPI address',
  copy: 'Copy',
  copyId: (upiId: string) => `Copy ${upiId}`,
  copied: 'Copied!',
  notCopied: 'It could not be copied. Please type it into your app.',
  openApp: 'Open a UPI app',
  openAppHint: 'Some apps refuse links; the code and the address always work.',
  iHavePaid: 'I have paid',
  reference: 'UPI reference',
  referenceHint: 'The number that your app shows with the payment.',
  referenceMissing: 'Please type the reference that your app shows.',
  referenceLong: 'A reference can have at most 60 characters.',
  sendClaim: 'Tell the shop',
  claimFailed: 'The shop was not told. Please try again.',
  claimed: (reference: string) => `Payment claimed, reference ${reference}. The shop will confirm it.`,
  claimedWithout: 'Payment claimed. The shop will confirm it.',
  changeClaim: 'Change the reference',
} as const
