import { texts } from '../../session/language.tsx'

export const idleTexts = texts({
  en: {
    title: 'You were away',
    question: (title: string, duration: string, from: string, to: string) =>
      `“${title}” kept running for ${duration} while you were away, from ${from} to ${to}. What should happen to this time?`,
    keep: 'Keep it',
    discard: (from: string) => `Discard it and stop at ${from}`,
    bookOther: 'Assign it to another todo',
    asBreak: 'Turn it into a break',
    todo: 'Todo',
    book: 'Assign time',
    back: 'Back',
    discarded: 'Timer stopped, idle time discarded',
    paused: 'Idle time turned into a break',
    booked: (title: string) => `Idle time assigned to “${title}”`,
    detection: 'Detect idle time on the whole computer',
    detectionHint:
      'Daymark asks about idle time after 5 minutes without input. When this is on, input in other windows also counts. When it is off, only input on this page counts.',
    detectionDenied:
      'Your browser blocked idle detection. Allow it in your browser’s settings for this site.',
  },
  ko: {
    title: '자리를 비운 시간이 있습니다',
    question: (title: string, duration: string, from: string, to: string) =>
      `자리를 비운 ${from}부터 ${to}까지 ${duration} 동안 “${title}” 타이머가 계속 진행되었습니다. 이 시간을 어떻게 할까요?`,
    keep: '그대로 두기',
    discard: (from: string) => `버리고 ${from}에 종료`,
    bookOther: '다른 할 일에 기록',
    asBreak: '휴식으로 바꾸기',
    todo: '할 일',
    book: '시간 기록',
    back: '뒤로',
    discarded: '타이머를 종료하고 자리 비운 시간을 버렸습니다',
    paused: '자리 비운 시간을 휴식으로 바꿨습니다',
    booked: (title: string) => `자리 비운 시간을 “${title}” 할 일에 기록했습니다`,
    detection: '컴퓨터 전체에서 자리 비움 감지',
    detectionHint:
      '5분 동안 입력이 없으면 자리를 비운 시간을 어떻게 할지 묻습니다. 켜면 다른 창의 입력도 확인하고, 끄면 이 페이지의 입력만 확인합니다.',
    detectionDenied: '브라우저가 유휴 감지를 차단했습니다. 브라우저의 이 사이트 설정에서 허용하세요.',
  },
})
