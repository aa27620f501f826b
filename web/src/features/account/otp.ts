import { asciiDigits } from '@/lib/typed-number'

export const OTP_LENGTH = 6

/** Extracts the OTP from a typed or pasted text: "407 123", or a whole message that contains it. */
export function extractOtp(typed: string): string {
  const text = asciiDigits(typed)
  const code = text.match(/(?:^|\D)(\d{3}[\s-]?\d{3})(?!\d)/)?.[1] ?? text
  return code.replace(/\D/g, '').slice(0, OTP_LENGTH)
}
