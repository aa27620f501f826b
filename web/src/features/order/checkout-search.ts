/** The search parameters of the success and cancel pages. */
export function checkoutSearch({ checkout: order }: Record<string, unknown>): { checkout?: string } {
  return { checkout: typeof order === 'string' && order ? order : undefined }
}
