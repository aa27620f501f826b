import { expect, test } from 'vitest'
import { purchaseTexts } from './texts'
import { storedReason } from './write-off-reasons'

test('a chosen reason is stored in English, in whichever language it is shown', () => {
  const hindi = ['तारीख निकल गई', 'टूट गया', 'खराब हो गया', 'गुम']
  expect(hindi.map((reason) => storedReason(reason, hindi))).toEqual(purchaseTexts.writeOffReasons)
  expect(storedReason('दूध फट गया', hindi)).toBe('दूध फट गया')
})
