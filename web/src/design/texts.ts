// Texts shared by several pages.
import { texts } from '../session/language.tsx'

export const designTexts = texts({
  en: {
    unsaved: 'Not saved yet',
    notSaved: (text: string) => `“${text}” is not saved yet.`,
    again: 'Try again',
    discard: 'Discard',
    cancel: 'Cancel',
  },
  ko: {
    unsaved: '아직 저장되지 않음',
    notSaved: (text: string) => `“${text}” 항목이 아직 저장되지 않았습니다.`,
    again: '다시 시도',
    discard: '버리기',
    cancel: '취소',
  },
})
