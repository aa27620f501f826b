/** What shoppers read of a closed shop and of its other limits. */
export const noticeTexts = {
  closedNow: 'Closed now.',
  closedFor: (occasion: string) => `Closed today: ${occasion}.`,
  opens: (time: string) => `Opens ${time}.`,
  pausedNow: 'No orders just now.',
  resumes: (time: string) => `We are back ${time}.`,
  packedThen: (time: string) => `Fill your cart already. We pack it ${time}.`,
  keptTillThen: 'Fill your cart already: it is kept till then.',
  callTheShop: 'Please call the shop.',
  shopForLater: (day: string) => `Shop for ${day}`,
  lookAround: 'Look around',
  hours: 'Opening hours',
  phone: 'Phone',
  barPacked: (time: string) => `packed ${time}`,
  barOpens: (time: string) => `orders open ${time}`,

  shopClosed: 'The shop is closed.',
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
