import type { SearchHit } from '@daymark/contract/search/search'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { Boundary } from '../design/boundary.tsx'
import { Icon } from '../design/icon.tsx'
import { Menu } from '../design/menu/menu.tsx'
import { loadLateParts } from '../design/rendering/late.tsx'
import { moveRemovedFocus } from '../design/rendering/removed-focus.ts'
import { UnreadBadge } from '../notifications/unread-badge.tsx'
import { RequestBadge } from '../people/request-badge.tsx'
import { quickAddTexts } from '../quick-add/texts.ts'
import { searchTexts } from '../search/texts.ts'
import { useTexts } from '../session/language.tsx'
import { useSession } from '../session/provider.tsx'
import { AccountNotices } from '../settings/account-notices.tsx'
import { useLiveState } from '../sync/context.ts'
import { SyncIndicator } from '../sync/outbox/indicator.tsx'
import { START_FIELD } from '../timers/strip/start-form.tsx'
import { TimerStrip } from '../timers/strip/strip.tsx'
import { type Command, useCommands } from './commands.tsx'
import { HelpButton } from './help/help-button.tsx'
import { Keys } from './keys.tsx'
import { LatePalette } from './late-palette.tsx'
import { addedText } from './launch.ts'
import { Notices } from './notices.tsx'
import { pages } from './pages.tsx'
import { shellTexts } from './texts.ts'

/** Loaded on demand, because it contains dialogs of several pages. */
const OpenItem = lazy(() => import('../search/open-item.tsx'))
const Help = lazy(() => import('./help/help.tsx'))
const QuickAddDialog = lazy(() => import('../quick-add/dialog.tsx'))

type Sheet = 'palette' | 'search' | 'help'

export function Frame({ children }: { children: ReactNode }) {
  const t = useTexts(shellTexts)
  const [sheet, setSheet] = useState<Sheet>()
  const [shown, setShown] = useState<SearchHit>()
  /** The initial text of quick add. Undefined while it is closed. */
  const [adding, setAdding] = useState<string>()
  const close = () => setSheet(undefined)
  useLateParts()
  useFrameCommands(setSheet, setAdding)
  useLaunch(setAdding)
  useEffect(moveRemovedFocus, [])
  return (
    <div className="frame" data-connection={useLiveState()}>
      <a className="skip" href="#content">
        {t.skip}
      </a>
      <Navigation
        onSearch={() => setSheet('search')}
        onAdd={() => setAdding('')}
        onHelp={() => setSheet('help')}
      />
      <Boundary fallback={null}>
        <TimerStrip />
      </Boundary>
      <main id="content" tabIndex={-1}>
        <Boundary fallback={null}>
          <AccountNotices />
        </Boundary>
        {children}
      </main>
      <Boundary fallback={null}>
        <Notices />
      </Boundary>
      {sheet === 'palette' || sheet === 'search' ? (
        <LatePalette
          key={sheet}
          hasCommands={sheet === 'palette'}
          onShow={setShown}
          onAdd={setAdding}
          onClose={close}
        />
      ) : null}
      <Suspense fallback={null}>
        {sheet === 'help' ? <Help onClose={close} /> : null}
        {shown ? <OpenItem hit={shown} onClose={() => setShown(undefined)} /> : null}
        {adding === undefined ? null : <QuickAddDialog text={adding} onClose={() => setAdding(undefined)} />}
      </Suspense>
    </div>
  )
}

interface Sheets {
  onSearch: () => void
  onHelp: () => void
}

function Navigation({ onSearch, onAdd, onHelp }: Sheets & { onAdd: () => void }) {
  const t = useTexts(shellTexts)
  const quickAdd = useTexts(quickAddTexts)
  const { search } = useTexts(searchTexts)
  const [location] = useLocation()
  const isHere = (path: string) => (path === '/' ? /^\/(day\b|$)/.test(location) : location.startsWith(path))
  return (
    <nav className="navigation" aria-label={t.mainNavigation}>
      <Link href="/" className="brand">
        <img src="/icon.svg" alt="" width="26" height="26" />
        <span>Daymark</span>
      </Link>
      <button type="button" className="nav-link wide-only" onClick={onSearch}>
        <Icon name="search" size={20} />
        <span>{search}</span>
        <Keys keys="/" />
      </button>
      {pages.map(({ path, name, icon, onPhone }) => (
        <Link
          key={path}
          href={path}
          className={`nav-link ${onPhone ? '' : 'wide-only'}`}
          aria-current={isHere(path) ? 'page' : undefined}
        >
          <Icon name={icon} size={20} />
          <span>{t.pages[name]}</span>
          {name === 'notifications' ? <UnreadBadge /> : null}
          {name === 'people' ? <RequestBadge /> : null}
        </Link>
      ))}
      <HelpButton onHelp={onHelp} className="wide-only" />
      {/* Phones cannot use the keyboard shortcut for quick add. */}
      <button type="button" className="nav-link phone-only" aria-label={quickAdd.title} onClick={onAdd}>
        <Icon name="plus" size={20} />
        <span>{quickAdd.add}</span>
      </button>
      <MoreMenu onSearch={onSearch} onHelp={onHelp} />
      <SyncIndicator />
    </nav>
  )
}

function MoreMenu({ onSearch, onHelp }: Sheets) {
  const t = useTexts(shellTexts)
  const { search } = useTexts(searchTexts)
  const [location, navigate] = useLocation()
  const isHere = pages.some(page => !page.onPhone && location.startsWith(page.path))
  return (
    <Menu
      className="more-menu"
      summary={
        <summary className="nav-link" aria-current={isHere ? 'page' : undefined}>
          <Icon name="more" size={20} />
          <span>{t.more}</span>
          <UnreadBadge />
        </summary>
      }
    >
      <div className="card more-list">
        <button type="button" className="nav-link" data-closes onClick={onSearch}>
          <Icon name="search" size={20} />
          <span>{search}</span>
        </button>
        {pages
          .filter(page => !page.onPhone)
          .map(({ path, name, icon }) => (
            <button key={path} type="button" className="nav-link" data-closes onClick={() => navigate(path)}>
              <Icon name={icon} size={20} />
              <span>{t.pages[name]}</span>
              {name === 'people' ? <RequestBadge /> : null}
            </button>
          ))}
        <HelpButton onHelp={onHelp} />
        <SyncIndicator />
      </div>
    </Menu>
  )
}

/** Opens quick add or focuses the timer field if an app shortcut or the share menu requests it in the URL. */
function useLaunch(add: (text: string) => void): void {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const text = addedText(search)
  const startsTimer = new URLSearchParams(search).has('start')
  useEffect(() => {
    if (text === undefined && !startsTimer) return
    if (text !== undefined) add(text)
    if (startsTimer) document.getElementById(START_FIELD)?.focus()
    navigate(path, { replace: true })
  }, [text, startsTimer, path, add, navigate])
}

/** Loads the late components at the first input, so that they do not slow down the first view of the page. */
function useLateParts(): void {
  useEffect(() => {
    const ends = new AbortController()
    const load = () => {
      ends.abort()
      void loadLateParts()
    }
    for (const name of ['pointermove', 'pointerdown', 'keydown'])
      addEventListener(name, load, { signal: ends.signal, passive: true })
    return () => ends.abort()
  }, [])
}

function useFrameCommands(open: (sheet: Sheet) => void, add: (text: string) => void): void {
  const t = useTexts(shellTexts)
  const { hint } = useTexts(searchTexts)
  const { command } = useTexts(quickAddTexts)
  const [, navigate] = useLocation()
  const { signOut } = useSession()
  const commands = useMemo<Command[]>(
    () => [
      { id: 'palette', name: t.commands, keys: 'mod+k', run: () => open('palette') },
      { id: 'search', name: hint, keys: '/', run: () => open('search') },
      { id: 'quick-add', name: command, keys: 'q', run: () => add('') },
      { id: 'shortcuts', name: t.showShortcuts, keys: '?', run: () => open('help') },
      ...pages.map(page => ({
        id: `go-${page.name}`,
        name: t.goTo(t.pages[page.name]),
        keys: `g ${page.key}`,
        run: () => navigate(page.path),
      })),
      { id: 'sign-out', name: t.signOut, run: () => void signOut() },
    ],
    [t, hint, command, navigate, open, add, signOut],
  )
  useCommands(commands)
}
