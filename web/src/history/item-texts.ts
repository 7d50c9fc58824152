// Separate from the other history texts, so that pages that need only these texts do not load the others.
import { texts } from '../session/language.tsx'

export const itemHistoryTexts = texts({
  en: {
    itemHistory: 'History',
    itemTitle: (title: string) => `History of “${title}”`,
    close: 'Close',
  },
  ko: {
    itemHistory: '변경 내역',
    itemTitle: (title: string) => `“${title}” 변경 내역`,
    close: '닫기',
  },
})
