const STORED = 'lastAddress'

/** Remembers where the last order went; forgotten with the login. */
export function rememberAddress(addressId: string): void {
  localStorage.setItem(STORED, addressId)
}

/** The address to choose beforehand: where the last order went, else the newest. */
export function likelyAddress<Place extends { _id: string }>(addresses: Place[]): Place | undefined {
  const last = localStorage.getItem(STORED)
  return addresses.find(({ _id }) => _id === last) ?? addresses[0]
}
