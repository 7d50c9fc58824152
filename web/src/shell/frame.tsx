// The frame around all pages: sidebar (bottom bar on phones), command palette, notices.
import { type ReactNode, useMemo, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { Boundary } from '../design/boundary.tsx'
import { Icon } from '../design/icon.tsx'
import { useTexts } from '../session/language.tsx'
import { useSession } from '../session/provider.tsx'
import { useLiveState } from '../sync/context.ts'
import { SyncIndicator } from '../sync/outbox/indicator.tsx'
import { type Command, useCommands } from './commands.tsx'
import { Notices } from './notices.tsx'
import { pages } from './pages.tsx'
import { Palette } from './palette.tsx'
import { ShortcutSheet } from './shortcuts.tsx'
import { shellTexts } from './texts.ts'

export function Frame({ children }: { children: ReactNode }) {
  const t = useTexts(shellTexts)
  const [sheet, setSheet] = useState<'palette' | 'shortcuts'>()
  useFrameCommands(setSheet)
  return (
    <div className="frame" data-connection={useLiveState()}>
      <a className="skip" href="#content">
        {t.skip}
      </a>
      <Navigation />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <Boundary fallback={null}>
        <Notices />
      </Boundary>
      {sheet === 'palette' ? <Palette onClose={() => setSheet(undefined)} /> : null}
      {sheet === 'shortcuts' ? <ShortcutSheet onClose={() => setSheet(undefined)} /> : null}
    </div>
  )
}

function Navigation() {
  const t = useTexts(shellTexts)
  const [location] = useLocation()
  const isHere = (path: string) => (path === '/' ? location === '/' : location.startsWith(path))
  return (
    <nav className="navigation" aria-label={t.mainNavigation}>
      <Link href="/" className="brand">
        <img src="/icon.svg" alt="" width="26" height="26" />
        <span>Daymark</span>
      </Link>
      {pages.map(({ path, name, icon, onPhone }) => (
        <Link
          key={path}
          href={path}
          className={`nav-link ${onPhone ? '' : 'wide-only'}`}
          aria-current={isHere(path) ? 'page' : undefined}
        >
          <Icon name={icon} size={20} />
          <span>{t.pages[name]}</span>
        </Link>
      ))}
      <MoreMenu />
      <SyncIndicator />
    </nav>
  )
}

function MoreMenu() {
  const t = useTexts(shellTexts)
  const [location, navigate] = useLocation()
  const isHere = pages.some(page => !page.onPhone && location.startsWith(page.path))
  return (
    <details className="more-menu">
      <summary className="nav-link" aria-current={isHere ? 'page' : undefined}>
        <Icon name="more" size={20} />
        <span>{t.more}</span>
      </summary>
      <div className="card more-list">
        {pages
          .filter(page => !page.onPhone)
          .map(({ path, name, icon }) => (
            <button
              key={path}
              type="button"
              className="nav-link"
              onClick={event => {
                event.currentTarget.closest('details')?.removeAttribute('open')
                navigate(path)
              }}
            >
              <Icon name={icon} size={20} />
              <span>{t.pages[name]}</span>
            </button>
          ))}
        <SyncIndicator />
      </div>
    </details>
  )
}

function useFrameCommands(open: (sheet: 'palette' | 'shortcuts') => void): void {
  const t = useTexts(shellTexts)
  const [, navigate] = useLocation()
  const { signOut } = useSession()
  const commands = useMemo<Command[]>(
    () => [
      { id: 'palette', name: t.commands, keys: 'mod+k', run: () => open('palette') },
      { id: 'shortcuts', name: t.showShortcuts, keys: '?', run: () => open('shortcuts') },
      ...pages.map(page => ({
        id: `go-${page.name}`,
        name: t.goTo(t.pages[page.name]),
        keys: `g ${page.key}`,
        run: () => navigate(page.path),
      })),
      { id: 'sign-out', name: t.signOut, run: () => void signOut() },
    ],
    [t, navigate, open, signOut],
  )
  useCommands(commands)
}
