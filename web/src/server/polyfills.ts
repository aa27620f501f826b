/**
 * The parts of the web platform that the libraries use and the server's JavaScript engine lacks. Pages are rendered from
 * available data: timers run at once or never, and nothing is aborted.
 */

type Pair = [string, string]

class SearchParameters {
  private pairs: Pair[]

  constructor(init: string | Record<string, string> | Iterable<Pair> = '') {
    if (typeof init === 'string') this.pairs = parsePairs(init)
    else if (Symbol.iterator in init) this.pairs = [...(init as Iterable<Pair>)]
    else this.pairs = Object.entries(init)
  }

  get(name: string): string | null {
    return this.pairs.find(([key]) => key === name)?.[1] ?? null
  }

  set(name: string, value: string): void {
    this.pairs = [...this.pairs.filter(([key]) => key !== name), [name, String(value)]]
  }

  append(name: string, value: string): void {
    this.pairs.push([name, String(value)])
  }

  entries(): Iterator<Pair> {
    return this.pairs[Symbol.iterator]()
  }

  [Symbol.iterator](): Iterator<Pair> {
    return this.pairs[Symbol.iterator]()
  }

  toString(): string {
    return this.pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')
  }
}

function parsePairs(query: string): Pair[] {
  return query
    .replace(/^\?/, '')
    .split('&')
    .filter(Boolean)
    .map((part) => {
      const [name = '', ...value] = part.split('=')
      return [decode(name), decode(value.join('='))]
    })
}

function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}

class UrlPolyfill {
  readonly origin: string
  readonly protocol: string
  readonly host: string
  pathname: string
  search: string
  hash: string

  constructor(url: string, base?: string | UrlPolyfill) {
    const absolute = /^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : new UrlPolyfill(String(base)).origin + url
    const parts = /^([a-z][a-z0-9+.-]*:)\/\/([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?$/i.exec(absolute)
    if (!parts) throw new TypeError(`Invalid URL: ${url}`)
    const [, protocol = '', host = '', path = '', search = '', hash = ''] = parts
    this.protocol = protocol
    this.host = host
    this.origin = `${protocol}//${host}`
    this.pathname = path || '/'
    this.search = search === '?' ? '' : search
    this.hash = hash === '#' ? '' : hash
  }

  get searchParams(): SearchParameters {
    return new SearchParameters(this.search)
  }

  get href(): string {
    return this.origin + this.pathname + this.search + this.hash
  }

  toString(): string {
    return this.href
  }
}

class HeaderList {
  private values = new Map<string, string>()

  constructor(init: Record<string, string> | HeaderList = {}) {
    if (init instanceof HeaderList) this.values = new Map(init.values)
    else for (const [name, value] of Object.entries(init)) this.set(name, value)
  }

  get(name: string): string | null {
    return this.values.get(name.toLowerCase()) ?? null
  }

  set(name: string, value: string): void {
    this.values.set(name.toLowerCase(), value)
  }

  append(name: string, value: string): void {
    this.set(name, value)
  }

  delete(name: string): void {
    this.values.delete(name.toLowerCase())
  }

  entries(): Iterator<Pair> {
    return this.values.entries()
  }

  [Symbol.iterator](): Iterator<Pair> {
    return this.values.entries()
  }
}

type Init = { method?: string; body?: string; headers?: HeaderList; signal?: unknown }

class ShopRequest {
  readonly url: string
  readonly method: string
  readonly body: string | undefined
  readonly headers: HeaderList
  readonly signal: unknown

  constructor(url: string, { method = 'GET', body, headers, signal }: Init = {}) {
    this.url = new UrlPolyfill(url, 'http://shop').href
    this.method = method
    this.body = body
    this.headers = new HeaderList(headers)
    this.signal = signal
  }
}

class ShopResponse {
  readonly headers = new HeaderList()
  readonly ok: boolean

  constructor(
    readonly status: number,
    private readonly content: string,
  ) {
    this.ok = status >= 200 && status < 300
  }

  async json(): Promise<unknown> {
    return JSON.parse(this.content)
  }

  async text(): Promise<string> {
    return this.content
  }
}

class Signal {
  readonly aborted = false
  addEventListener(): void {}
  removeEventListener(): void {}
  throwIfAborted(): void {}
}

class Controller {
  readonly signal = new Signal()
  abort(): void {}
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

declare global {
  /** Provided by the server: calls the shop's own API anonymously and blocks. Returns {"status", "body"} as JSON. */
  var callShop: (method: string, path: string, body: string) => string
}

/** Sends a request to the shop's own API. */
async function fetchFromShop(request: ShopRequest): Promise<ShopResponse> {
  const { pathname, search } = new UrlPolyfill(request.url)
  const { status, body } = JSON.parse(callShop(request.method, pathname + search, request.body ?? '')) as {
    status: number
    body: string
  }
  return new ShopResponse(status, body)
}

const noop = () => undefined

Object.assign(globalThis, {
  URL: UrlPolyfill,
  URLSearchParams: SearchParameters,
  Headers: HeaderList,
  Request: ShopRequest,
  Response: ShopResponse,
  // The API client checks for FormData before it sends a body.
  FormData: class {},
  DOMException: class extends Error {},
  AbortController: Controller,
  AbortSignal: Signal,
  fetch: fetchFromShop,
  setTimeout: setTimeoutPolyfill,
  clearTimeout: (timer: number) => void canceledTimers.add(timer),
  setInterval: noop,
  clearInterval: noop,
  queueMicrotask: (callback: () => void) => void Promise.resolve().then(callback),
  // Pages are rendered without a login and without stored values.
  localStorage: { getItem: () => null },
  sessionStorage: { getItem: () => null },
  performance: globalThis.performance ?? { now: () => Date.now() },
  console: { log: noop, warn: noop, error: noop },
})

export {}
