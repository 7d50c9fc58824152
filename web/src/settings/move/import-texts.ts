import { texts } from '../../session/language.tsx'

const en = {
  kinds: { schedules: 'Calendar entries', todos: 'Todos', timers: 'Timers' },
  counts: { created: 'New', updated: 'Changed', unchanged: 'Already here' },
  newTags: (names: string) => `New tags in the group “Imported”: ${names}`,
  skipped: (count: number) =>
    count === 1 ? '1 item cannot be imported:' : `${count} items cannot be imported:`,
  line: (line: number) => `Line ${line}`,
  kept: 'Kept for calendar apps, but not shown in Daymark:',
  lost: 'Not imported:',
  losses: {
    attendees: 'guests',
    attachments: 'attachments',
    long_titles: 'the end of long titles',
    long_descriptions: 'the end of long texts',
    journals: 'journal entries',
    free_busy: 'busy times',
    other_components: 'other components',
    comments: 'comments',
    assignees: 'assigned people',
    sections: 'sections and columns',
    dates: 'dates written in words (kept in the notes)',
    repeats: 'repeat rules',
    reminders: 'reminders',
    notes: 'notes without a task',
    links: 'links',
    billing: 'amounts',
    running_entries: 'entries that are still running',
    times_of_day: 'times of day (the tracked time of each day starts at 9:00)',
  },
}

const ko: typeof en = {
  kinds: { schedules: '일정', todos: '할 일', timers: '타이머' },
  counts: { created: '새로 추가', updated: '변경', unchanged: '이미 있음' },
  newTags: names => `“가져온 항목” 그룹의 새 태그: ${names}`,
  skipped: count => `${count}개 항목은 가져올 수 없습니다:`,
  line: line => `${line}번째 줄`,
  kept: '캘린더 앱을 위해 보관하지만 Daymark에는 표시하지 않음:',
  lost: '가져오지 않음:',
  losses: {
    attendees: '참석자',
    attachments: '첨부 파일',
    long_titles: '긴 제목의 끝부분',
    long_descriptions: '긴 글의 끝부분',
    journals: '일지',
    free_busy: '바쁜 시간',
    other_components: '기타 구성 요소',
    comments: '댓글',
    assignees: '담당자',
    sections: '섹션과 열',
    dates: '문장으로 쓴 날짜(메모에 보관)',
    repeats: '반복',
    reminders: '미리 알림',
    notes: '할 일이 없는 메모',
    links: '링크',
    billing: '금액',
    running_entries: '진행 중인 기록',
    times_of_day: '시각(하루의 기록은 9:00부터 시작하는 것으로 저장)',
  },
}

export const importTexts = texts({ en, ko })
