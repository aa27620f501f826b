/** The texts of the page that a cart link opens. */
export const linkTexts = {
  filling: 'Filling your cart',
  unreadable: 'This link is not complete: nothing was put into the cart.',
  gone: 'Something of this link is not sold here now.',
  partly: 'Not all of it is in your cart',
} as const
