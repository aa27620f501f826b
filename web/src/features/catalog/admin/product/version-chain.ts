/**
 * The versions of products that this page itself has saved, each linked to its successor. A second edit that was made
 * before the response to the first is sent with the newest of them, so that the server does not refuse it as a conflict.
 */
export class VersionChain {
  readonly #next = new Map<string, string>()

  /** The newest version that follows `version` through edits of this page only. */
  latest(id: string, version: string): string {
    const next = this.#next.get(`${id} ${version}`)
    return next === undefined ? version : this.latest(id, next)
  }

  /** Records that an edit of the version `sent` was saved as the version `saved`. */
  record(id: string, sent: string, saved: string): void {
    if (sent !== saved) this.#next.set(`${id} ${sent}`, saved)
  }
}
