/** The search parameters of the success and cancel pages. */
export function checkoutSearch({ checkout }: Record<string, unknown>): { checkout?: string } {
  return { checkout: typeof checkout === 'string' && checkout ? checkout : undefined }
}
