// Texts shared by several pages.
import { texts } from '../session/language.tsx'

export const designTexts = texts({
  en: {
    cancel: 'Cancel',
  },
  ko: {
    cancel: '취소',
  },
})
