// Loaded with the list of changes instead of the first page, because these texts are rarely needed.
import { texts } from '../../session/language.tsx'

export const partTexts = texts({
  en: {
    refused: (count: number) =>
      count === 1 ? '1 item was not changed.' : `${count} items were not changed.`,
    reason: (title: string, detail: string) => `“${title}”: ${detail}`,
    more: (count: number) => `And ${count} more.`,
    dismiss: 'Dismiss',
    untitled: 'Untitled',
  },
  ko: {
    refused: (count: number) => `${count}개 항목은 변경되지 않았습니다.`,
    reason: (title: string, detail: string) => `“${title}”: ${detail}`,
    more: (count: number) => `외 ${count}개`,
    dismiss: '닫기',
    untitled: '제목 없음',
  },
})
