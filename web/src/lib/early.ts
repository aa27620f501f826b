declare global {
  interface Window {
    /** What index.html has asked for while the app was on its way, by method and path. */
    early?: Record<string, Promise<Response>>
  }
}

/** The answer to a call that index.html has sent already; each is given once. */
export function earlyAnswer({ method, url }: Request): Promise<Response> | undefined {
  const { pathname, search } = new URL(url)
  const call = `${method} ${pathname}${search}`
  const answer = window.early?.[call]
  delete window.early?.[call]
  return answer
}
