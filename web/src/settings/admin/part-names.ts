// A newer server may report job kinds and components that have no name here. These are shown as the server names them.
import type { Language, Texts } from '../../session/language.tsx'

type Names = Texts<Record<string, string>>

export const jobName = (kind: string, language: Language): string => nameIn(jobs, kind, language)
export const componentName = (name: string, language: Language): string => nameIn(components, name, language)

const nameIn = (names: Names, name: string, language: Language): string =>
  (Object.hasOwn(names[language], name) ? names[language][name] : undefined) ?? name

const jobs: Names = {
  en: {
    account_deletion: 'Scheduled account deletions',
    account_mail: 'Account emails',
    account_removal: 'Account deletions in progress',
    focus_notice: 'Focus notices',
    focus_phase: 'Focus phases',
    forgotten_timers: 'Checks for forgotten timers',
    mail: 'Notification emails',
    mail_digest: 'Daily emails',
    meeting: 'Meeting poll notifications',
    push: 'Push messages',
    reminder: 'Reminders',
    settle_notifications: 'Notification updates',
    shared_items: 'Shared items of disabled people',
    snooze: 'Snoozed notifications',
    staged: 'Large changes in steps',
    subscription: 'Calendar subscriptions',
    webhook: 'Webhooks',
  },
  ko: {
    account_deletion: '예정된 계정 삭제',
    account_mail: '계정 메일',
    account_removal: '진행 중인 계정 삭제',
    focus_notice: '집중 알림',
    focus_phase: '집중 단계',
    forgotten_timers: '잊은 타이머 확인',
    mail: '알림 메일',
    mail_digest: '매일 보내는 메일',
    meeting: '모임 투표 알림',
    push: '푸시 메시지',
    reminder: '미리 알림',
    settle_notifications: '알림 갱신',
    shared_items: '사용 중지된 사람의 공유 항목',
    snooze: '다시 알림',
    staged: '단계별 대량 변경',
    subscription: '캘린더 구독',
    webhook: '웹훅',
  },
}

const components: Names = {
  en: {
    backup: 'Backups',
    database: 'Database',
    issuer: 'Sign-in server',
    jobs: 'Background jobs',
    outbound: 'Calls to other servers',
    redis: 'Redis',
    workers: 'Worker processes',
    writes: 'Writes',
  },
  ko: {
    backup: '백업',
    database: '데이터베이스',
    issuer: '로그인 서버',
    jobs: '백그라운드 작업',
    outbound: '다른 서버 호출',
    redis: 'Redis',
    workers: '작업 프로세스',
    writes: '쓰기',
  },
}
