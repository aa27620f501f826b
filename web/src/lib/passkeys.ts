import { useSyncExternalStore } from 'react'

/** Whether this browser can use passkeys on this page: it knows them, and the page has https and a name. False while a page is rendered without a browser. */
export function useSupportsPasskeys(): boolean {
  return useSyncExternalStore(
    () => () => {},
    supportsPasskeys,
    () => false,
  )
}

function supportsPasskeys(): boolean {
  return (
    window.isSecureContext &&
    typeof PublicKeyCredential === 'function' &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential &&
    !/^[\d.]+$|:/.test(window.location.hostname)
  )
}

/** Has the device make a passkey for the server's options; returns its JSON. Throws a DOMException without a confirmation. */
export async function createPasskey(options: unknown): Promise<object> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as PublicKeyCredentialCreationOptionsJSON,
  )
  return toJson(await navigator.credentials.create({ publicKey }))
}

/** Has the device sign the server's options with a passkey; returns its JSON. Throws a DOMException without a confirmation. */
export async function signWithPasskey(options: unknown): Promise<object> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as PublicKeyCredentialRequestOptionsJSON,
  )
  return toJson(await navigator.credentials.get({ publicKey }))
}

function toJson(credential: Credential | null): object {
  if (!(credential instanceof PublicKeyCredential)) throw new Error('no passkey')
  return credential.toJSON()
}

/** Reports whether the person turned back from the device's question: no failure. */
export function isPasskeyCanceled(error: unknown): boolean {
  return error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError')
}
