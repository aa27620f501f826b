import { expect, test } from 'vitest'
import { amountInWords } from './amount-in-words'

test.each([
  [0, 'Rupees Zero Only'],
  [1, 'One Paisa Only'],
  [50, 'Fifty Paise Only'],
  [100, 'Rupees One Only'],
  [101, 'Rupees One and One Paisa Only'],
  [1_900, 'Rupees Nineteen Only'],
  [2_000, 'Rupees Twenty Only'],
  [2_125, 'Rupees Twenty One and Twenty Five Paise Only'],
  [10_000, 'Rupees One Hundred Only'],
  [66_550, 'Rupees Six Hundred Sixty Five and Fifty Paise Only'],
  [99_999, 'Rupees Nine Hundred Ninety Nine and Ninety Nine Paise Only'],
  [100_000, 'Rupees One Thousand Only'],
  [184_200, 'Rupees One Thousand Eight Hundred Forty Two Only'],
  [1_000_500, 'Rupees Ten Thousand Five Only'],
  [10_000_000, 'Rupees One Lakh Only'],
  [12_345_678, 'Rupees One Lakh Twenty Three Thousand Four Hundred Fifty Six and Seventy Eight Paise Only'],
  [999_999_900, 'Rupees Ninety Nine Lakh Ninety Nine Thousand Nine Hundred Ninety Nine Only'],
  [1_000_000_000, 'Rupees One Crore Only'],
  [12_000_000_100, 'Rupees Twelve Crore One Only'],
  [1_000_000_000_000, 'Rupees One Thousand Crore Only'],
])('%i paise are written out as %s', (paise, words) => {
  expect(amountInWords(paise)).toBe(words)
})
