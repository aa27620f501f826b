import { useSyncExternalStore } from 'react'

/** Reports whether this browser supports passkeys on this page, which needs HTTPS and a host name. False when rendering on the server. */
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

/** Asks the device to create a passkey from the server's options and returns its JSON. Throws a DOMException if the user does not confirm. */
export async function createPasskey(options: unknown): Promise<object> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as PublicKeyCredentialCreationOptionsJSON,
  )
  return toJson(await navigator.credentials.create({ publicKey }))
}

/** Asks the device to sign the server's options with a passkey and returns its JSON. Throws a DOMException if the user does not confirm. */
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

/** Reports whether the user dismissed the device's prompt, which is not a failure. */
export function isPasskeyCanceled(error: unknown): boolean {
  return error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError')
}
