/** The texts shown below the results of a search, or instead of them; loaded after the page. */
export const searchRestTexts = {
  noneNamed: (q: string) => `Nothing is called “${q}” here.`,
  didYouMean: 'Did you mean',
  lookInCategories: 'Look on the shelves',
  alsoFromShelf: 'Also from the same shelf',
  sameShelf: (q: string) => `Nothing is called ${q}. From the same shelf:`,
  askShop: 'Ask the shop for it',
  asked: (q: string) => `The shop has been asked for ${q}.`,
  askFailed: 'Failed to ask the shop',
} as const
