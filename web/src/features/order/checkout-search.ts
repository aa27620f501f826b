/** Which checkout the address of a success or cancel page names, if any. */
export function checkoutSearch({ checkout }: Record<string, unknown>): { checkout?: string } {
  return { checkout: typeof checkout === 'string' && checkout ? checkout : undefined }
}
