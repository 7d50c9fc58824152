// Focus texts for the rest of the app. The focus page has its own.
import { texts } from '../../session/language.tsx'

export const focusTexts = texts({
  en: {
    start: 'Start focus run',
    open: 'Open focus view',
    phases: { work: 'Focus', short_break: 'Short break', long_break: 'Long break' },
  },
  ko: {
    start: '집중 시작',
    open: '집중 화면 열기',
    phases: { work: '집중', short_break: '짧은 휴식', long_break: '긴 휴식' },
  },
})
