/** The texts of a closed shop. */
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
} as const
