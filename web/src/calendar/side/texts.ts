import { texts } from '../../session/language.tsx'

export const sideTexts = texts({
  en: {
    side: 'Month, calendars and todos',
    showSide: 'Show month, calendars and todos',
    hideSide: 'Hide month, calendars and todos',
    todosAndCalendars: 'Todos and calendars',
    close: 'Close',
    month: 'Month overview',
    dayWithEntries: (date: string) => `${date}, has entries`,
    layers: 'Calendars',
    holidays: 'Holidays',
    addCalendar: 'Subscribe to calendar',
  },
  ko: {
    side: '월간 달력, 캘린더, 할 일',
    showSide: '월간 달력, 캘린더, 할 일 보기',
    hideSide: '월간 달력, 캘린더, 할 일 숨기기',
    todosAndCalendars: '할 일과 캘린더',
    close: '닫기',
    month: '월간 달력',
    dayWithEntries: (date: string) => `${date}, 일정 있음`,
    layers: '캘린더',
    holidays: '공휴일',
    addCalendar: '캘린더 구독',
  },
})
