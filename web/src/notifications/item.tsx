import type { Notification } from '@daymark/contract/notifications/notification'
import { Link } from 'wouter'
import { Button, IconButton } from '../design/button.tsx'
import { timeText } from '../design/format.ts'
import { Icon } from '../design/icon.tsx'
import { useLanguage, useTexts } from '../session/language.tsx'
import { dateTimeText, placeOf } from './shown.ts'
import { notificationTexts } from './texts.ts'
import type { NotificationActions } from './use-notifications.ts'

interface Props {
  notification: Notification
  actions: NotificationActions
  /** Called after each action, so that a toast can close. */
  onAction?: () => void
}

export function NotificationText({ notification }: { notification: Notification }) {
  const t = useTexts(notificationTexts)
  const { language } = useLanguage()
  const { at, at_date, snoozed_until } = notification
  // Omits the time of a focus notification, because it is sent when the phase starts.
  const moment = notification.kind === 'focus' ? null : (at_date ?? at)
  const parts = [
    t.events[notification.event],
    ...(moment === null
      ? []
      : [
          notification.kind === 'timer'
            ? t.startedAt(dateTimeText(moment, language))
            : dateTimeText(moment, language),
        ]),
    ...(notification.late ? [t.late] : []),
    ...(snoozed_until === null ? [] : [t.snoozedUntil(dateTimeText(snoozed_until, language))]),
  ]
  return (
    <div className="notification-text">
      <Link href={placeOf(notification)} className="notification-title" dir="auto">
        {notification.title === '' ? t.events[notification.event] : notification.title}
      </Link>
      <span className="soft">{parts.join(' · ')}</span>
    </div>
  )
}

export function NotificationButtons({ notification, actions, onAction = () => {} }: Props) {
  const t = useTexts(notificationTexts)
  const { resource_kind: kind, planned_end: plannedEnd, last_sign: lastSign } = notification
  const { language } = useLanguage()
  const splitAt = plannedEnd ?? lastSign
  const isItem = kind === 'todo' || kind === 'schedule'
  const button = (name: string, run: () => void, isPrimary = false) => (
    <Button
      {...(isPrimary && { kind: 'primary' as const })}
      onClick={() => {
        run()
        onAction()
      }}
    >
      {name}
    </Button>
  )
  const snooze = button(t.snooze, () => actions.snooze(notification, 10))
  return (
    <div className="row notification-actions">
      {isItem ? button(t.done, () => actions.complete(notification), true) : null}
      {isItem ? snooze : null}
      {isItem ? button(t.startTimer, () => actions.startTimer(notification)) : null}
      {kind === 'timer' ? button(t.keep, () => actions.markRead(notification, true), true) : null}
      {kind === 'timer' && plannedEnd !== null
        ? button(t.stopAtPlan(timeText(plannedEnd, language)), () =>
            actions.stopTimerAt(notification, plannedEnd),
          )
        : null}
      {kind === 'timer' && lastSign !== null
        ? button(t.stopAtSign(timeText(lastSign, language)), () =>
            actions.stopTimerAt(notification, lastSign),
          )
        : null}
      {kind === 'timer' && splitAt !== null
        ? button(t.splitAt(timeText(splitAt, language)), () => actions.splitTimer(notification, splitAt))
        : null}
      {kind === 'timer' ? button(t.stopTimer, () => actions.stopTimer(notification)) : null}
      {kind === 'timer' || kind === 'meeting' ? snooze : null}
    </div>
  )
}

export function NotificationItem({ notification, actions }: Props) {
  const t = useTexts(notificationTexts)
  const { read } = notification
  return (
    <li className={`notification ${read ? '' : 'unread'}`}>
      <Icon name="bell" />
      <NotificationText notification={notification} />
      {read ? null : <NotificationButtons notification={notification} actions={actions} />}
      <IconButton
        name={`${read ? t.markUnread : t.markRead}: ${notification.title}`}
        onClick={() => actions.markRead(notification, !read)}
      >
        <Icon name={read ? 'unread' : 'check'} />
      </IconButton>
    </li>
  )
}
