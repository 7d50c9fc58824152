import { texts } from '../../session/language.tsx'

export const popoverTexts = texts({
  en: {
    moreOptions: 'More options',
    markDone: 'Mark as done',
    markPlanned: 'Mark as planned',
    repeats: 'Repeats',
    linked: 'Linked to a todo',
    fromCalendar: (name: string) => `From the calendar “${name}”. You can view it but not edit it.`,
    close: 'Close',
  },
  ko: {
    moreOptions: '옵션 더 보기',
    markDone: '완료로 표시',
    markPlanned: '예정으로 표시',
    repeats: '반복',
    linked: '할 일에 연결됨',
    fromCalendar: (name: string) => `“${name}” 캘린더의 일정입니다. 볼 수만 있고 수정할 수는 없습니다.`,
    close: '닫기',
  },
})
