import { expect, test, vi } from 'vitest'
import { followTypedFields } from './typed-fields'

const emailIn = (root: HTMLElement) => root.querySelector('[name=email]') as HTMLInputElement

test.each([
  ['stays', undefined],
  ['is replaced, as after an extension has changed the page', '<input name="other"><input name="email">'],
])('text typed during hydration is restored when the field %s', (_, replacement) => {
  const root = document.createElement('main')
  root.innerHTML = '<input name="email">'
  document.body.replaceChildren(root)
  emailIn(root).value = 'asha@shop.test'
  const fillAgain = followTypedFields(root)
  if (replacement) root.innerHTML = replacement
  const field = emailIn(root)
  field.value = ''
  const onInput = vi.fn()
  root.addEventListener('input', onInput)
  fillAgain()
  expect(field.value).toBe('asha@shop.test')
  expect(onInput).toHaveBeenCalledOnce()
})
