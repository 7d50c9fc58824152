// Texts of the panel that imports calendar files.
import { texts } from '../../session/language.tsx'

const en = {
  title: 'Import a calendar file',
  hint: 'Bring schedules and todos from a file of another program (.ics). You see first what would happen, and can undo the whole import.',
  choose: 'Choose file',
  reading: 'Reading the file…',
  importing: 'Importing…',
  previewTitle: (file: string) => `Import ${file}?`,
  action: 'Import',
  cancel: 'Cancel',
  undo: 'Undo import',
  undone: 'The import was undone.',
  nothing: 'The file contains nothing new.',
  tooLarge: 'The file is larger than 20 MB.',
  done: (count: number) => `Imported ${count} ${count === 1 ? 'entry' : 'entries'}.`,
  kinds: { schedules: 'Schedules', todos: 'Todos' },
  counts: { created: 'New', updated: 'Changed', unchanged: 'Already here' },
  newTags: (names: string) => `New tags in the group “Imported”: ${names}`,
  skipped: (count: number) =>
    count === 1 ? '1 entry cannot be imported:' : `${count} entries cannot be imported:`,
  line: (line: number) => `Line ${line}`,
  kept: 'Kept for calendar apps, but not shown in Daymark:',
  lost: 'Not imported:',
  losses: {
    attendees: 'guests',
    attachments: 'attachments',
    long_titles: 'the end of long titles',
    long_descriptions: 'the end of long descriptions',
    journals: 'journal entries',
    free_busy: 'busy times',
    other_components: 'other components',
  },
}

const ko: typeof en = {
  title: '캘린더 파일 가져오기',
  hint: '다른 프로그램의 파일(.ics)에서 일정과 할 일을 가져옵니다. 먼저 미리 보고, 전체를 실행 취소할 수 있습니다.',
  choose: '파일 선택',
  reading: '파일을 읽는 중…',
  importing: '가져오는 중…',
  previewTitle: file => `${file}을(를) 가져올까요?`,
  action: '가져오기',
  cancel: '취소',
  undo: '가져오기 취소',
  undone: '가져오기를 취소했습니다.',
  nothing: '파일에 새로운 내용이 없습니다.',
  tooLarge: '파일이 20MB보다 큽니다.',
  done: count => `${count}개 항목을 가져왔습니다.`,
  kinds: { schedules: '일정', todos: '할 일' },
  counts: { created: '새로 추가', updated: '변경', unchanged: '이미 있음' },
  newTags: names => `"Imported" 그룹의 새 태그: ${names}`,
  skipped: count => `${count}개 항목은 가져올 수 없습니다:`,
  line: line => `${line}번째 줄`,
  kept: '캘린더 앱을 위해 보관하지만 Daymark에는 표시하지 않음:',
  lost: '가져오지 않음:',
  losses: {
    attendees: '참석자',
    attachments: '첨부 파일',
    long_titles: '긴 제목의 끝부분',
    long_descriptions: '긴 설명의 끝부분',
    journals: '일지',
    free_busy: '바쁜 시간',
    other_components: '기타 구성 요소',
  },
}

export const importTexts = texts({ en, ko })
