import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { authorizedFetch } from './authorized-fetch'
import { clearSession } from './change-session'
import { readTokens, saveTokens } from './session'
import { asText, storedValue, userId } from './stored-value'

const ORIGIN = 'https://shop.test'

/** A shop that accepts one access token at a time and exchanges one refresh token at a time. */
function shop({ access, refresh }: { access: string; refresh: string }) {
  const seen = { refreshes: 0, orders: [] as string[] }
  let valid = access
  vi.stubGlobal('fetch', async (path: string, options: RequestInit) => {
    const request = new Request(ORIGIN + path, options)
    await new Promise((turn) => queueMicrotask(() => turn(undefined)))
    const { pathname } = new URL(request.url)
    if (pathname === '/api/user/refresh-token') {
      seen.refreshes++
      const { refreshToken } = (await request.json()) as { refreshToken: string }
      if (refreshToken !== refresh) return Response.json({ message: 'spent' }, { status: 401 })
      valid = `access-${seen.refreshes}`
      return Response.json({ data: { accessToken: valid, refreshToken: 'refresh-next' } })
    }
    if (pathname === '/api/category/get') return Response.json({ data: [] })
    if (request.headers.get('Authorization') !== `Bearer ${valid}`) return Response.json({}, { status: 401 })
    seen.orders.push(await request.text())
    return Response.json({ data: 'done' })
  })
  return seen
}

function post(path: string, body = '{}') {
  return authorizedFetch(path, { method: 'POST', body })
}

describe('a request with a login', () => {
  beforeEach(() => localStorage.clear())
  afterEach(() => vi.unstubAllGlobals())

  test('twenty requests that meet an expired token refresh it once and all succeed', async () => {
    const seen = shop({ access: 'valid', refresh: 'refresh' })
    saveTokens({ accessToken: 'expired', refreshToken: 'refresh' })

    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => post('/api/cart/create', `n${n}`)))

    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200))
    expect(seen.refreshes).toBe(1)
    expect(seen.orders.sort()).toEqual(Array.from({ length: 20 }, (_, n) => `n${n}`).sort())
    expect(readTokens()).toEqual({ accessToken: 'access-1', refreshToken: 'refresh-next' })
  })

  test('tokens refreshed by another tab are used', async () => {
    const seen = shop({ access: 'from-other-tab', refresh: 'spent-by-other-tab' })
    saveTokens({ accessToken: 'expired', refreshToken: 'refresh' })
    vi.stubGlobal('navigator', {
      locks: {
        request: async (_name: string, work: () => unknown) => {
          saveTokens({ accessToken: 'from-other-tab', refreshToken: 'next' })
          return work()
        },
      },
    })

    expect((await post('/api/cart/create')).status).toBe(200)
    expect(seen.refreshes).toBe(0)
  })

  test('a refused refresh ends the session and public calls still succeed', async () => {
    shop({ access: 'valid', refresh: 'other' })
    saveTokens({ accessToken: 'expired', refreshToken: 'spent' })

    expect((await post('/api/cart/create')).status).toBe(401)
    expect(readTokens()).toBeUndefined()
    expect((await post('/api/category/get')).status).toBe(200)
  })

  test('a refused refresh keeps what its user has not sent yet', async () => {
    const unsent = storedValue('unsent', 'work', asText)
    shop({ access: 'valid', refresh: 'other' })
    userId.write('asha')
    saveTokens({ accessToken: 'expired', refreshToken: 'spent' })
    unsent.write('a step')

    await post('/api/cart/create')
    expect([readTokens(), unsent.read()]).toEqual([undefined, undefined])
    userId.write('asha')
    expect(unsent.read()).toBe('a step')
  })

  test.each([429, 500, 502])('a refresh that gets a %d does not log anyone out', async (status) => {
    saveTokens({ accessToken: 'expired', refreshToken: 'refresh' })
    vi.stubGlobal('fetch', async (path: string) =>
      path === '/api/user/refresh-token'
        ? new Response('not now', { status })
        : new Response('{}', { status: 401 }),
    )

    await expect(post('/api/cart/create')).rejects.toThrow()
    expect(readTokens()).toEqual({ accessToken: 'expired', refreshToken: 'refresh' })
  })

  test('a wrong password is not treated as an expired login', async () => {
    const seen = shop({ access: 'valid', refresh: 'refresh' })
    saveTokens({ accessToken: 'valid', refreshToken: 'refresh' })

    expect((await post('/api/user/login')).status).toBe(401)
    expect(seen.refreshes).toBe(0)
  })

  test('a response after the logout is dropped, even if another user has logged in since', async () => {
    let respond = () => {}
    vi.stubGlobal('fetch', () => new Promise((resolve) => (respond = () => resolve(Response.json({})))))
    saveTokens({ accessToken: 'first', refreshToken: 'refresh' })
    const late = post('/api/cart/create')
    clearSession()
    saveTokens({ accessToken: 'second', refreshToken: 'refresh' })
    respond()
    await expect(late).rejects.toMatchObject({ name: 'AbortError' })
  })

  test('a logout in another tab ends the session here, too', async () => {
    let respond = () => {}
    vi.stubGlobal('fetch', () => new Promise((resolve) => (respond = () => resolve(Response.json({})))))
    saveTokens({ accessToken: 'first', refreshToken: 'refresh' })
    const late = post('/api/cart/create')
    window.dispatchEvent(new StorageEvent('storage', { key: null }))
    respond()
    await expect(late).rejects.toMatchObject({ name: 'AbortError' })
  })
})
