import type { Area } from '@daymark/contract/accounts/scopes'
import type { Language } from '../../../platform/kernel/language.ts'

interface AreaTexts {
  read: string
  /** Absent for areas that apps can only read. */
  write?: string
}

export type ScopeTexts = Record<Area, AreaTexts>

const en: ScopeTexts = {
  feeds: {
    read: 'See your calendar feeds',
    write: 'Create, change and delete calendar feeds, and replace their addresses',
  },
  focus: { read: 'See your focus runs', write: 'Start, pause and stop focus runs' },
  friends: {
    read: 'See your friends, friend requests and blocked people',
    write: 'Send and answer friend requests, end friendships, and block people',
  },
  history: {
    read: 'See your history and trash',
    write: 'Undo changes, restore deleted items, and erase items from the trash permanently',
  },
  meetings: {
    read: 'See your meeting polls',
    write:
      'Create, change, share, confirm and delete your meeting polls, create links for guests, remind people to answer, and answer polls',
  },
  notifications: {
    read: 'See your notifications',
    write: 'Mark notifications as read, postpone them, and choose which devices get push messages',
  },
  reports: { read: 'See your reports' },
  schedules: { read: 'See your calendar', write: 'Create, change, share and delete calendar entries' },
  search: { read: 'Search your data' },
  subscriptions: {
    read: 'See the calendars that you subscribe to',
    write: 'Subscribe to calendars, and change and end subscriptions',
  },
  tags: {
    read: 'See your tags and lists',
    write: 'Create, change and delete tags and lists (deleting a list also deletes its todos)',
  },
  timers: { read: 'See your timers', write: 'Start, stop, correct, share and delete timers' },
  todos: { read: 'See your todos', write: 'Create, change, share and delete todos' },
  users: {
    read: 'See your profile and preferences',
    write: 'Change your preferences, and replace your friend code',
  },
  visibility: { read: 'See who can see your items', write: 'Change who can see your items' },
  webhooks: {
    read: 'See your webhooks',
    write: 'Create, change and delete webhooks, which send your changes to other servers',
  },
}

const ko: ScopeTexts = {
  feeds: { read: '캘린더 피드 보기', write: '캘린더 피드 만들기, 수정, 삭제, 주소 바꾸기' },
  focus: { read: '집중 기록 보기', write: '집중 시작, 일시정지, 중지' },
  friends: {
    read: '친구, 친구 요청, 차단한 사람 보기',
    write: '친구 요청 보내기와 답하기, 친구 관계 끊기, 사람 차단하기',
  },
  history: {
    read: '변경 내역과 휴지통 보기',
    write: '변경 실행 취소, 삭제한 항목 복원, 휴지통의 항목 영구 삭제',
  },
  meetings: {
    read: '모임 투표 보기',
    write:
      '내 모임 투표 만들기, 수정, 공유, 확정, 삭제, 게스트 링크 만들기, 응답 요청 알림 보내기, 투표에 답하기',
  },
  notifications: {
    read: '알림 보기',
    write: '알림을 읽음으로 표시하거나 나중에 다시 받기, 푸시 메시지를 받을 기기 선택',
  },
  reports: { read: '보고서 보기' },
  schedules: { read: '캘린더 보기', write: '일정 만들기, 수정, 공유, 삭제' },
  search: { read: '내 데이터 검색' },
  subscriptions: { read: '구독한 캘린더 보기', write: '캘린더 구독, 구독 수정과 취소' },
  tags: {
    read: '태그와 목록 보기',
    write: '태그와 목록 만들기, 수정, 삭제 (목록을 삭제하면 그 할 일도 삭제됨)',
  },
  timers: { read: '타이머 보기', write: '타이머 시작, 종료, 수정, 공유, 삭제' },
  todos: { read: '할 일 보기', write: '할 일 만들기, 수정, 공유, 삭제' },
  users: { read: '프로필과 기본 설정 보기', write: '기본 설정 변경, 친구 코드 바꾸기' },
  visibility: { read: '내 항목을 볼 수 있는 사람 보기', write: '내 항목을 볼 수 있는 사람 변경' },
  webhooks: {
    read: '웹훅 보기',
    write: '변경 내용을 다른 서버로 보내는 웹훅 만들기, 수정, 삭제',
  },
}

export const SCOPE_TEXTS: Record<Language, ScopeTexts> = { en, ko }
