/**
 * The parts of the web platform that the app and its libraries use on the server and its JavaScript engine lacks. Pages
 * are rendered from available data: timers run immediately or never, and nothing is aborted. Missing storage reads as
 * empty (lib/stored-value.ts).
 */

class SearchParameters {
  constructor(private readonly query: string) {}

  *[Symbol.iterator](): Iterator<[name: string, value: string]> {
    for (const part of this.query.replace(/^\?/, '').split('&').filter(Boolean)) {
      const [name = '', ...value] = part.split('=')
      yield [decode(name), decode(value.join('='))]
    }
  }
}

function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}

class ShopResponse {
  readonly ok: boolean
  readonly headers = { get: () => null }

  constructor(
    readonly status: number,
    private readonly body: string,
  ) {
    this.ok = status >= 200 && status < 300
  }

  async text(): Promise<string> {
    return this.body
  }
}

declare global {
  /** Provided by the server: calls the shop's own API anonymously and blocks. Returns {"status", "body"} as JSON. */
  var callShop: (method: string, path: string, body: string) => string
}

/** Sends a request to the shop's own API. */
async function fetchFromShop(path: string, { method = 'GET', body = '' }): Promise<ShopResponse> {
  const response = JSON.parse(callShop(method, path, body)) as { status: number; body: string }
  return new ShopResponse(response.status, response.body)
}

/** Longer timers, such as a cache's garbage collection, never run: the render is over by then. */
const MAX_TIMER_DELAY_MS = 100

let lastTimer = 0
const canceledTimers = new Set<number>()

function setTimeoutPolyfill(callback: () => void, delay = 0): number {
  const timer = ++lastTimer
  if (delay > MAX_TIMER_DELAY_MS) return timer
  void Promise.resolve().then(() => {
    if (!canceledTimers.delete(timer)) callback()
  })
  return timer
}

const noop = () => undefined

Object.assign(globalThis, {
  URLSearchParams: SearchParameters,
  Response: ShopResponse,
  AbortController: class {
    readonly signal = { aborted: false, addEventListener: noop, removeEventListener: noop }
    abort = noop
  },
  fetch: fetchFromShop,
  setTimeout: setTimeoutPolyfill,
  clearTimeout: (timer: number) => void canceledTimers.add(timer),
  console: { error: noop },
})

export {}
