import type { NotificationEvent } from '@daymark/contract/notifications/notification'
import { toLocal, zoneOffsets } from '@daymark/recurrence/zone-offsets'
import type { Notification, Recipient } from '../notification.ts'

interface Words {
  locale: string
  events: Record<NotificationEvent, string>
  late: string
  /** Text of a test notification. */
  arrives: string
  subject: (title: string) => string
  digest: (count: number) => string
  /** Says how many notifications the digest leaves out. */
  more: (count: number) => string
  open: string
  settings: string
  unsubscribe: string
}

const WORDS: Record<Recipient['language'], Words> = {
  en: {
    locale: 'en-US',
    events: {
      todo_due: 'Todo due',
      schedule_start: 'Calendar entry',
      meeting_poll: 'Meeting needs your answer',
      meeting_reminder: 'Reminder: answer the meeting poll',
      meeting_confirmed: 'Meeting confirmed',
      meeting_tomorrow: 'Meeting tomorrow',
      timer_forgotten: 'Timer still running',
      focus_work: 'Time to focus',
      focus_short_break: 'Short break',
      focus_long_break: 'Long break',
      focus_ended: 'Focus run finished',
      webhook_disabled: 'Webhook disabled',
      test: 'Test notification',
    },
    late: 'delivered late',
    arrives: 'Notifications from Daymark arrive here.',
    subject: title => title,
    digest: count => (count === 1 ? '1 notification' : `${count} notifications`),
    more: count => `And ${count} more`,
    open: 'Open Daymark',
    settings: 'Notification settings',
    unsubscribe: 'Unsubscribe from these emails',
  },
  ko: {
    locale: 'ko-KR',
    events: {
      todo_due: '할 일 마감',
      schedule_start: '일정',
      meeting_poll: '모임 투표 응답 필요',
      meeting_reminder: '미리 알림: 모임 투표에 응답해 주세요',
      meeting_confirmed: '모임 확정',
      meeting_tomorrow: '내일 모임',
      timer_forgotten: '타이머가 아직 진행 중',
      focus_work: '집중 시간',
      focus_short_break: '짧은 휴식',
      focus_long_break: '긴 휴식',
      focus_ended: '집중 완료',
      webhook_disabled: '웹훅 사용 중지됨',
      test: '테스트 알림',
    },
    late: '늦게 도착',
    arrives: 'Daymark 알림이 여기로 도착합니다.',
    subject: title => title,
    digest: count => `알림 ${count}개`,
    more: count => `그 밖에 ${count}개`,
    open: 'Daymark 열기',
    settings: '알림 설정',
    unsubscribe: '이 메일 그만 받기',
  },
}

export const wordsFor = ({ language }: Recipient): Words => WORDS[language]

/** Returns a line such as "Todo due · Monday, March 2 at 9:00 AM", or the fixed text of a test notification. */
export function headline(notification: Notification, recipient: Recipient): string {
  const { events, arrives } = wordsFor(recipient)
  if (notification.event === 'test') return arrives
  return [events[notification.event], ...details(notification, recipient)].join(' · ')
}

/** Returns the item's time, if any, and a note if the notification is late. */
function details(notification: Notification, recipient: Recipient): string[] {
  const when = whenOf(notification, recipient)
  return [...(when === undefined ? [] : [when]), ...(notification.late ? [wordsFor(recipient).late] : [])]
}

/** Undefined if there is no title or the person hides titles in push messages and emails. */
export const shownTitle = ({ title }: Notification, { settings }: Recipient): string | undefined =>
  settings.hide_titles || title === '' ? undefined : title

function whenOf({ at, is_date, kind }: Notification, recipient: Recipient): string | undefined {
  // A focus phase starts now, so its notification shows no time.
  if (at === null || kind === 'focus') return undefined
  // Formats the local time as if it were UTC, so that the result does not depend on the server's zone.
  const local = is_date ? at : toLocal(zoneOffsets(recipient.zone), at)
  return new Intl.DateTimeFormat(wordsFor(recipient).locale, {
    timeZone: 'UTC',
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    ...(!is_date && { hour: 'numeric', minute: '2-digit' }),
    ...(recipient.time_format !== null && !is_date && { hour12: recipient.time_format === '12h' }),
  }).format(local)
}

export function pathOf({ resource_kind, resource_id }: Notification): string {
  if (resource_kind === 'meeting' && resource_id) return `/meetings/${resource_id}`
  if (resource_kind === 'todo') return `/todos?todo=${resource_id}`
  if (resource_kind === 'schedule') return '/calendar'
  if (resource_kind === 'timer') return '/timers'
  if (resource_kind === 'focus') return '/focus'
  return '/notifications'
}

const MAX_TITLE = 200

export function pushPayload(notification: Notification, recipient: Recipient): string {
  const { events } = wordsFor(recipient)
  const title = shownTitle(notification, recipient)
  const { id, kind, resource_kind, resource_id } = notification
  return JSON.stringify({
    id,
    kind,
    // Truncates by code points, because half an emoji cannot be shown.
    title: title === undefined ? events[notification.event] : [...title].slice(0, MAX_TITLE).join(''),
    // Without an item title, the event is the title, so the body omits it.
    body:
      title === undefined && notification.event !== 'test'
        ? details(notification, recipient).join(' · ')
        : headline(notification, recipient),
    path: pathOf(notification),
    language: recipient.language,
    ...(resource_kind !== null && { resource_kind, resource_id }),
    ...(notification.planned_end !== null && { planned: true }),
  })
}
