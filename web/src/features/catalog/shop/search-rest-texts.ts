/** The texts of a search without results; loaded after the page. */
export const searchRestTexts = {
  sameShelf: (q: string) => `Nothing is called ${q}. From the same shelf:`,
  askShop: 'Ask the shop for it',
  asked: (q: string) => `The shop has been asked for ${q}.`,
  askFailed: 'Failed to ask the shop',
} as const
