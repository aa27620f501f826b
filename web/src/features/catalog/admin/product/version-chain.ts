/**
 * Links each version of a product saved by this page to its successor. A second edit made before the first response
 * arrives is sent with the latest version, so that the server does not report a conflict.
 */
export class VersionChain {
  readonly #next = new Map<string, string>()

  /** Returns the latest version that follows `version` through edits of this page only. */
  latest(id: string, version: string): string {
    const next = this.#next.get(`${id} ${version}`)
    return next === undefined ? version : this.latest(id, next)
  }

  /** Records that an edit based on version `sent` was saved as version `saved`. */
  record(id: string, sent: string, saved: string): void {
    if (sent !== saved) this.#next.set(`${id} ${sent}`, saved)
  }
}
