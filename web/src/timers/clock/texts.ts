import { texts } from '../../session/language.tsx'

export const clockTexts = texts({
  en: {
    running: 'Running',
    untitled: 'Untitled',
    of: (time: string) => `of ${time}`,
    over: (time: string) => `${time} over`,
    openEnded: 'Open-ended',
    until: (time: string) => `until ${time}`,
    pause: 'Pause',
    resume: 'Resume',
    stop: 'Stop',
  },
  ko: {
    running: '진행 중',
    untitled: '제목 없음',
    of: (time: string) => `/ ${time}`,
    over: (time: string) => `${time} 초과`,
    openEnded: '시간 제한 없음',
    until: (time: string) => `${time}까지`,
    pause: '일시정지',
    resume: '재개',
    stop: '종료',
  },
})
