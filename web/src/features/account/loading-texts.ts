/** The texts of an account that fails to load. Part of every first visit's download. */
export const loadingTexts = {
  failedToLoadAccount: 'Your account could not be loaded',
  retryAccount: 'Load my account again',
} as const
