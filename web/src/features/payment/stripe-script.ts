const SCRIPT_URL = 'https://js.stripe.com/v3/'

declare global {
  interface Window {
    Stripe?: (publishableKey: string) => unknown
  }
}

/**
 * Loads Stripe's script once per document and initializes it with the publishable key. Stripe uses it for fraud detection
 * only; payments work without it, so its errors are ignored.
 */
export function loadStripe(publishableKey: string): void {
  if (document.querySelector(`script[src="${SCRIPT_URL}"]`)) return
  const script = document.createElement('script')
  script.src = SCRIPT_URL
  script.async = true
  script.onload = () => {
    try {
      window.Stripe?.(publishableKey)
    } catch {
      // Stripe rejected the key.
    }
  }
  script.onerror = () => script.remove()
  document.head.append(script)
}
