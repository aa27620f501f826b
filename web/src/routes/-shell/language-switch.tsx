import { useShop } from '@/features/settings/use-shop'
import { chooseLanguage, LANGUAGE } from '@/lib/language'

/** Links to the shop's other languages, each named in itself. */
export function LanguageSwitch({ className }: { className?: string | undefined }) {
  return useShop()
    ?.languages?.filter(({ code }) => code !== LANGUAGE)
    .map(({ code, name }) => (
      <button key={code} type="button" lang={code} className={className} onClick={() => chooseLanguage(code)}>
        {name}
      </button>
    ))
}
