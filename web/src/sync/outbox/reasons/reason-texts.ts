import type { Language } from '../../../session/language.tsx'

const en = {
  gone: 'It was deleted on another device or by someone else. Restore it from the trash, then try again.',
  goneForever: 'It no longer exists, or is no longer shared with you.',
  noOccurrence:
    'The series no longer has this entry. It was deleted or moved on another device or by someone else.',
  changed: 'It was changed on another device in the meantime. Check it, then try again.',
  forbidden: 'You no longer have permission to change it.',
  /** The occurrences of a series that a change applies to. */
  occurrences: {
    this: (day: string) => `Only ${day}`,
    following: (day: string) => `${day} and following`,
    all: (day: string) => `Whole series, including ${day}`,
  },
}

const ko: typeof en = {
  gone: '다른 기기에서 또는 다른 사람이 삭제했습니다. 휴지통에서 복원한 후 다시 시도하세요.',
  goneForever: '더 이상 존재하지 않거나 공유되지 않습니다.',
  noOccurrence:
    '반복 일정에 이 일정이 더 이상 없습니다. 다른 기기에서 또는 다른 사람이 삭제하거나 옮겼습니다.',
  changed: '그사이 다른 기기에서 변경되었습니다. 확인한 후 다시 시도하세요.',
  forbidden: '변경할 수 있는 권한이 더 이상 없습니다.',
  occurrences: {
    this: day => `${day} 일정만`,
    following: day => `${day} 및 이후`,
    all: day => `${day}을 포함한 반복 일정 전체`,
  },
}

export const reasonTexts: Record<Language, typeof en> = { en, ko }
