/** One server-sent event. */
export type ServerEvent = { event: string; data: string }

/**
 * Returns a parser of text/event-stream. Feed it the text in chunks split anywhere; it calls `onEvent` for each complete
 * event. Comments and the fields `id` and `retry` are ignored.
 */
export function eventStreamParser(onEvent: (event: ServerEvent) => void): (text: string) => void {
  let rest = ''
  let event = ''
  let data: string[] = []

  const readLine = (line: string) => {
    if (line === '') {
      if (data.length > 0) onEvent({ event: event || 'message', data: data.join('\n') })
      event = ''
      data = []
      return
    }
    const colon = line.indexOf(':')
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'event') event = value
    if (field === 'data') data.push(value)
  }

  return (text) => {
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/)
    // The last line may continue in the next chunk, as may a line break whose \r ends this one.
    rest = lines.pop() ?? ''
    for (const line of lines) readLine(line)
  }
}
