type Press = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>

/** Reports whether a click on a link opens a new tab or window or starts a download: leave it to the browser. */
export function opensElsewhere({ button, metaKey, ctrlKey, shiftKey, altKey }: Press): boolean {
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey
}
