// The few texts of the history that other pages show, apart from the rest to keep those pages small.
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
