import { Camera, Mail, MessageCircle, Moon, Sun } from 'lucide-react'
import { texts } from '@/lib/texts'
import { useDarkTheme } from '@/lib/theme'
import { Logo } from '@/ui/logo'

const YEAR = new Date().getFullYear()

/** Copyright, the choice of theme, and three social signs that lead nowhere yet. */
export function Footer() {
  const [dark, setDark] = useDarkTheme()
  return (
    <footer className="foot">
      <div className="wrap foot__in">
        <Logo />
        <span>{texts.copyright(YEAR)}</span>
        <button type="button" className="foot__theme" aria-pressed={dark} onClick={() => setDark(!dark)}>
          {dark ? <Sun className="ic" /> : <Moon className="ic" />}
          {texts.darkTheme}
        </button>
        <span className="foot__soc" aria-hidden="true">
          <MessageCircle className="ic" />
          <Camera className="ic" />
          <Mail className="ic" />
        </span>
      </div>
    </footer>
  )
}
