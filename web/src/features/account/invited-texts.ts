/** The texts of the page on which a customer accepts an invitation. */
export const invitedTexts = {
  title: 'Your login',
  hint: 'Your orders, old and new, on your own phone.',
  heading: 'The shop invites you',
  lead: 'Choose an email and a password: then you see your orders here and can order yourself.',
  submit: 'Make my login',
  welcome: 'Welcome! Your orders are here.',
  noInvitationHint: 'Open the link that the shop has sent to you.',
} as const
