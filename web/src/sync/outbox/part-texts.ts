// Loaded with the list of changes instead of the first page, because these texts are rarely needed.
import { texts } from '../../session/language.tsx'

export const partTexts = texts({
  en: {
    refused: (count: number) =>
      count === 1 ? '1 item was not changed.' : `${count} items were not changed.`,
    reason: (title: string, detail: string) => `“${title}”: ${detail}`,
    more: (count: number) => `And ${count} more.`,
    dismiss: 'Dismiss',
    discardTitle: 'Discard this change?',
    discardHint: 'The text that you typed is deleted. You cannot undo this.',
    keep: 'Keep change',
    untitled: 'Untitled',
  },
  ko: {
    refused: (count: number) => `${count}개 항목은 변경되지 않았습니다.`,
    reason: (title: string, detail: string) => `“${title}”: ${detail}`,
    more: (count: number) => `외 ${count}개`,
    dismiss: '닫기',
    discardTitle: '변경 사항을 버릴까요?',
    discardHint: '입력한 내용이 삭제됩니다. 실행 취소할 수 없습니다.',
    keep: '변경 사항 유지',
    untitled: '제목 없음',
  },
})
