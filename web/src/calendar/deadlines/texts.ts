// Texts of deadlines on the calendar.
import { texts } from '../../session/language.tsx'

export const deadlineTexts = texts({
  en: {
    deadline: 'Deadline',
    isDone: 'done',
    question: 'Move the deadline too?',
    linked: (title: string) => `This entry belongs to the todo “${title}”.`,
    moveDeadline: 'Move the deadline',
    newDeadline: (at: string) => `The todo will be due ${at}.`,
    keepDeadline: 'Keep the deadline',
    keepHint: 'Moves only the entry. It becomes time to work on the todo.',
    cancel: 'Cancel',
    moved: (title: string) => `Deadline moved: ${title}`,
    markDone: 'Mark as done',
    reopen: 'Reopen',
    done: (title: string) => `Done: ${title}`,
    reopened: (title: string) => `Reopened: ${title}`,
    openList: 'Open list',
  },
  ko: {
    deadline: '마감',
    isDone: '완료',
    question: '마감도 옮길까요?',
    linked: (title: string) => `이 일정은 “${title}” 할 일에 연결되어 있습니다.`,
    moveDeadline: '마감도 옮기기',
    newDeadline: (at: string) => `새 마감: ${at}`,
    keepDeadline: '마감은 그대로 두기',
    keepHint: '일정만 옮깁니다. 옮긴 일정은 할 일을 하는 시간이 됩니다.',
    cancel: '취소',
    moved: (title: string) => `마감을 옮겼습니다: ${title}`,
    markDone: '완료로 표시',
    reopen: '다시 열기',
    done: (title: string) => `완료했습니다: ${title}`,
    reopened: (title: string) => `다시 열었습니다: ${title}`,
    openList: '목록 열기',
  },
})
