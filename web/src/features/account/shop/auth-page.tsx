import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { texts as shell } from '@/lib/texts'
import banana from '@/pictures/banana.webp'
import milk from '@/pictures/milk.webp'
import { Logo } from '@/ui/logo'
import { PacketTile } from '@/ui/packet-tile'

/** The front of the shop inline a form: logging in, registering. */
export function AuthPage({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <div className="auth">
      <header className="auth__side">
        <Link to="/" className="auth__logo" aria-label={shell.homeLink}>
          <Logo />
        </Link>
        <p className="auth__title">{title}</p>
        <p>{hint}</p>
        <div className="shelf" aria-hidden="true">
          <span data-tone="sky">
            <PacketTile name="Dahi" unit="400 g" />
          </span>
          <img src={milk} alt="" width={256} height={256} />
          <span data-tone="mint">
            <PacketTile name="Assam Tea" unit="500 g" />
          </span>
          <img src={banana} alt="" width={256} height={256} />
        </div>
        <div className="valance" />
      </header>
      <main className="auth__main" id="content" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}
