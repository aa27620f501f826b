/** The words of an account that does not load: part of every first visit. */
export const loadingTexts = {
  failedToLoadAccount: 'Your account could not be loaded',
  retryAccount: 'Load my account again',
} as const
