const ADDRESS = 'https://js.stripe.com/v3/'

declare global {
  interface Window {
    Stripe?: (publishableKey: string) => unknown
  }
}

/**
 * Loads Stripe's script, once in a document, and makes it known which account it is for: Stripe recognises fraud
 * by it. Paying needs nothing of it, so whatever goes wrong with it is of no account.
 */
export function loadStripe(publishableKey: string): void {
  if (document.querySelector(`script[src="${ADDRESS}"]`)) return
  const script = document.createElement('script')
  script.src = ADDRESS
  script.async = true
  script.onload = () => {
    try {
      window.Stripe?.(publishableKey)
    } catch {
      // A key that Stripe does not take.
    }
  }
  script.onerror = () => script.remove()
  document.head.append(script)
}
