/** Reports whether to save data: the browser's data saver is on or the connection is 2G. False on a server and in browsers without this information. */
export function savesData(): boolean {
  if (typeof navigator === 'undefined') return false
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  return connection?.saveData === true || connection?.effectiveType?.endsWith('2g') === true
}
