import { lazy, Suspense } from 'react'
import { Link, Route, Router, Switch, useLocation } from 'wouter'
import { Boundary } from '../design/boundary.tsx'
import { Button } from '../design/button.tsx'
import { ignoreSecondEnter } from '../design/forms/second-enter.ts'
import { leave, watchBack } from '../design/leaving/leave-guard.ts'
import { Empty, Skeleton } from '../design/states.tsx'
import { AnnounceNotifications } from '../notifications/announce.tsx'
import { FollowFriends } from '../people/follow.ts'
import { useTexts } from '../session/language.tsx'
import { SessionProvider, useSession } from '../session/provider.tsx'
import { useRegion } from '../session/region/use-region.ts'
import { isLinkPage } from '../sign-in/link-pages.ts'
import { Live } from '../sync/live.tsx'
import { FollowPreferences } from '../sync/preferences/follow.ts'
import { UndoShortcuts } from '../sync/undo/shortcuts.tsx'
import { IdleQuestion } from '../timers/idle/idle-question.tsx'
import { AnnounceTimer } from '../timers/live/announce.tsx'
import { CommandProvider } from './commands.tsx'
import { Frame } from './frame.tsx'
import { pages } from './pages.tsx'
import { shellTexts } from './texts.ts'

const GuestPage = lazy(() => import('../meetings/guest/page.tsx'))
const LinkPage = lazy(() => import('../sign-in/link-page.tsx'))
const SignIn = lazy(() => import('../sign-in/page.tsx'))

watchBack()
ignoreSecondEnter()

export const App = () => (
  <Router aroundNav={(navigate, to, options) => leave(() => navigate(to, options))}>
    <SessionProvider fallback={<Waiting />} failed={() => <Unreachable />}>
      <Gate />
    </SessionProvider>
  </Router>
)

function Gate() {
  const { state, account } = useSession()
  const [address] = useLocation()
  const region = useRegion()
  if (address.startsWith('/poll/'))
    return (
      <Suspense fallback={<Waiting />}>
        <GuestPage />
      </Suspense>
    )
  if (isLinkPage(address))
    return (
      <Suspense fallback={<Waiting />}>
        <LinkPage />
      </Suspense>
    )
  if (state === 'signed-out')
    return (
      <Suspense fallback={<Waiting />}>
        <SignIn />
      </Suspense>
    )
  return (
    // The key remounts `Live` for another account, so that the first account's waiting actions do not run there.
    <Live key={account}>
      <Boundary fallback={null}>
        <AnnounceTimer />
      </Boundary>
      <Boundary fallback={null}>
        <AnnounceNotifications />
      </Boundary>
      <Boundary fallback={null}>
        <IdleQuestion />
      </Boundary>
      <Boundary fallback={null}>
        <FollowFriends />
      </Boundary>
      <Boundary fallback={null}>
        <FollowPreferences />
      </Boundary>
      <CommandProvider>
        <UndoShortcuts />
        <Frame>
          <Boundary fallback={<ErrorFallback />} resetKey={address}>
            <Suspense fallback={<Skeleton lines={6} height={26} />}>
              {/* The settings page itself changes the region. Remounting it would lose focus in the edited field. */}
              <Switch key={address.startsWith('/settings') ? 'settings' : region}>
                {pages.map(({ path, page }) => (
                  <Route
                    key={path}
                    path={path === '/' ? DAYS : new RegExp(`^${path}(?:/.*)?$`)}
                    component={page}
                  />
                ))}
                <Route component={NotFound} />
              </Switch>
            </Suspense>
          </Boundary>
        </Frame>
      </CommandProvider>
    </Live>
  )
}

/** Today is at `/` and at `/today`. Other days are at `/day/<date>`. */
const DAYS = /^\/(?:day(?:\/.*)?|today)?$/

const Waiting = () => (
  <div className="centered">
    <img src="/icon.svg" alt="" width="56" height="56" />
  </div>
)

function Unreachable() {
  const t = useTexts(shellTexts)
  return (
    <div className="centered">
      <Empty title={t.unreachable}>
        <p>{t.unreachableHint}</p>
        <Button kind="primary" onClick={() => location.reload()}>
          {t.again}
        </Button>
      </Empty>
    </div>
  )
}

function NotFound() {
  const t = useTexts(shellTexts)
  return (
    <Empty title={t.notFound}>
      <p>{t.notFoundHint}</p>
      <Link href="/" className="button">
        {t.toToday}
      </Link>
    </Empty>
  )
}

export function ErrorFallback() {
  const t = useTexts(shellTexts)
  return (
    <Empty title={t.broken}>
      <p>{t.brokenHint}</p>
      <Button kind="primary" onClick={() => location.reload()}>
        {t.reload}
      </Button>
    </Empty>
  )
}
