/** The texts of order limits, shown next to the cart. */
export const limitTexts = {
  shopClosed: 'The shop is closed.',
  dayFrom: (day: string, hour: string) => `${day} from ${hour}`,
  orderNow: (time: string) => `Order now; we pack it ${time}. You can cancel it till then.`,
  orderingOpens: (time: string) => `Ordering opens ${time}. Your cart is kept.`,
  shopPaused: 'The shop takes no orders just now.',
  orderingResumes: (time: string) => `Ordering resumes ${time}. Your cart is kept.`,

  minimum: (minimum: string) => `The smallest order is ${minimum}.`,
  addMore: (amount: string) => `Add goods for ${amount} more.`,

  notServed: (pincode: string) => `${pincode} is not served.`,
  outsideRound: 'This address is outside our round.',
  chooseAddress: 'Choose another address',
} as const
