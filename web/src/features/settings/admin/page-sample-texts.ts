import type { PageName } from '../pages'

/** Templates of pages with what an Indian grocer usually promises. Not legal advice. */
export const pageSampleTexts = {
  about: (shop: string) =>
    `${shop} sells groceries in the neighborhood, at the counter and at your door.\n\nCall us when something is wrong. We make it right the same day.`,
  delivery: `# Where and when\nWe deliver to the pincodes that the shop shows, in our opening hours. Delivery is free.\n\n# If you are not at home\nWe call you, and try once more on the same day.`,
  returns: `# Fresh goods\nTell us within 24 hours when fresh goods are not as they should be. We replace them or give the money back.\n\n# Packed goods\nUnopened packets can go back within 7 days.\n\n# Refunds\nMoney goes back the way it came, within 7 days: cash or UPI for cash orders, the card for card payments.\n\n# Cancellation\nYou can cancel an order free of charge until we begin to pack it.`,
  privacy: (shop: string) =>
    `# What we keep\nYour name, phone, email, addresses and orders. We need them to deliver, to answer you, and for our accounts.\n\n# Who sees it\nOnly the people who work at ${shop}, and the payment company when you pay by card. We sell nothing to anybody.\n\n# Your rights\nAsk us what we keep, have it corrected or deleted, or complain: write to the email at the foot of this page.`,
  terms: (shop: string) =>
    `# The contract\n${shop} sells to you when we accept your order. Prices include all taxes. If something runs out we pack less or a replacement that costs no more, and you pay only for what you get.\n\n# Complaints\nWrite to the grievance officer named at the foot of this page. We acknowledge a complaint within 48 hours and settle it within a month.`,
} as const satisfies Record<PageName, string | ((shop: string) => string)>
