// The Notifications page: the last 90 days, newest first, updated live.
import { useEffect } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { Button } from '../design/button.tsx'
import { Missing } from '../design/settled.tsx'
import { Empty, Skeleton } from '../design/states.tsx'
import { useTexts } from '../session/language.tsx'
import { shellTexts } from '../shell/texts.ts'
import { useSync } from '../sync/context.ts'
import { NotificationItem } from './item.tsx'
import { runPushAction } from './push-action.ts'
import { notificationTexts } from './texts.ts'
import { useNotificationActions, useNotificationPages } from './use-notifications.ts'
import './notifications.css'

export default function Notifications() {
  const shell = useTexts(shellTexts)
  const t = useTexts(notificationTexts)
  const query = useNotificationPages()
  const actions = useNotificationActions()
  const items = query.data?.pages.flatMap(page => page.items) ?? []
  usePushedAction(items, actions)
  return (
    <div className="page">
      <header className="row spread notifications-head">
        <div className="grow">
          <h1>{shell.pages.notifications}</h1>
          <p className="soft">{t.intro}</p>
        </div>
        {items.some(({ read }) => !read) ? <Button onClick={actions.readAll}>{t.readAll}</Button> : null}
      </header>
      <Missing query={query} skeleton={<Skeleton lines={4} height={44} />} />
      {query.data && items.length === 0 ? (
        <div className="card">
          <Empty title={t.none}>
            <p>{t.noneHint}</p>
            <Link href="/todos" className="button">
              {t.toTodos}
            </Link>
          </Empty>
        </div>
      ) : null}
      {items.length > 0 ? (
        <section className="card panel" aria-label={shell.pages.notifications}>
          <ul className="plain-list notifications">
            {items.map(notification => (
              <NotificationItem key={notification.id} notification={notification} actions={actions} />
            ))}
          </ul>
        </section>
      ) : null}
      {query.hasNextPage ? (
        <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t.older}
        </Button>
      ) : null}
    </div>
  )
}

/** Runs an action that was clicked in a push while the app was closed: the worker opens `?do=snooze&id=…`. */
function usePushedAction(
  items: Parameters<typeof runPushAction>[1],
  actions: Parameters<typeof runPushAction>[2],
): void {
  const search = useSearch()
  const [, navigate] = useLocation()
  const isReady = useSync() !== undefined
  useEffect(() => {
    const asked = new URLSearchParams(search)
    if (!isReady || !asked.has('do') || items.length === 0) return
    runPushAction({ action: asked.get('do') ?? '', id: asked.get('id') ?? '' }, items, actions)
    navigate('/notifications', { replace: true })
  }, [search, items, actions, isReady, navigate])
}
