import { expect, test } from 'vitest'
import { purchaseTexts } from './texts'
import { storedReason } from './write-off-reasons'

test('a reason that was chosen is stored as in the source, in whichever language it was read', () => {
  const hindi = ['तारीख निकल गई', 'टूट गया', 'खराब हो गया', 'गुम']
  expect(hindi.map((reason) => storedReason(reason, hindi))).toEqual(purchaseTexts.writeOffReasons)
  expect(storedReason('दूध फट गया', hindi)).toBe('दूध फट गया')
})
