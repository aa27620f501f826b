/**
 * Remembers what this page itself changed, so that a second edit made before the first was answered is not taken
 * for someone else's: between the two versions lies nothing but our own change.
 */
export class VersionChain {
  readonly #next = new Map<string, string>()

  /** The version of a product that follows the one that was seen, as far as only this page has changed it. */
  latest(id: string, seen: string): string {
    const next = this.#next.get(`${id} ${seen}`)
    return next === undefined ? seen : this.latest(id, next)
  }

  /** An edit of the version `sent` was saved as the version `saved`. */
  note(id: string, sent: string, saved: string): void {
    if (sent !== saved) this.#next.set(`${id} ${sent}`, saved)
  }
}
