// Texts shared by several pages.
import { texts } from '../session/language.tsx'

export const designTexts = texts({
  en: {
    cancel: 'Cancel',
    close: 'Close',
    discardTitle: 'Discard changes?',
    discardHint: 'What you changed in this form is not saved yet.',
    discard: 'Discard changes',
    keepEditing: 'Keep editing',
  },
  ko: {
    cancel: '취소',
    close: '닫기',
    discardTitle: '변경 내용을 버릴까요?',
    discardHint: '이 양식에서 바꾼 내용이 아직 저장되지 않았습니다.',
    discard: '변경 내용 버리기',
    keepEditing: '계속 편집',
  },
})
