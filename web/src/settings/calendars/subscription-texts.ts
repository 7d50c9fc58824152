import { texts } from '../../session/language.tsx'

const en = {
  title: 'Other calendars',
  hint: 'Show a calendar from a web address, such as a team calendar, next to yours. Its entries are read-only here and count as busy time.',
  none: 'No other calendars yet. Subscribe to one to see it here.',
  add: 'Subscribe to calendar',
  edit: 'Edit',
  editTitle: 'Edit subscription',
  save: 'Save',
  url: 'Calendar address',
  urlHint: 'Begins with https: or webcal:, and usually ends with .ics.',
  name: 'Name',
  color: 'Color',
  every: 'Update every',
  minutes: (count: number) =>
    count < 60 ? `${count} minutes` : count === 60 ? 'hour' : count < 1440 ? `${count / 60} hours` : 'day',
  refresh: 'Update now',
  remove: 'Unsubscribe',
  removeTitle: (name: string) => `Unsubscribe from ${name}?`,
  removeHint: 'Its entries disappear from your calendar.',
  removed: 'Unsubscribed',
  events: (count: number) => (count === 1 ? '1 entry' : `${count} entries`),
  upToDate: (ago: string) => `Updated ${ago}`,
  never: 'Not updated yet',
  failed: (message: string) => `The last update failed. ${message}`,
  savedUnread: (message: string) =>
    `The subscription was saved, but its calendar could not be read. ${message}`,
}

const ko: typeof en = {
  title: '다른 캘린더',
  hint: '팀 캘린더처럼 주소로 공개된 캘린더를 내 캘린더와 함께 표시합니다. 그 일정은 여기서 변경할 수 없으며 바쁜 시간으로 계산됩니다.',
  none: '아직 다른 캘린더가 없습니다. 캘린더를 구독하면 여기에 표시됩니다.',
  add: '캘린더 구독',
  edit: '수정',
  editTitle: '구독 수정',
  save: '저장',
  url: '캘린더 주소',
  urlHint: 'https: 또는 webcal:로 시작하고 보통 .ics로 끝납니다.',
  name: '이름',
  color: '색상',
  every: '업데이트 간격',
  minutes: count => (count < 60 ? `${count}분` : count < 1440 ? `${count / 60}시간` : '1일'),
  refresh: '지금 업데이트',
  remove: '구독 취소',
  removeTitle: name => `${name} 구독을 취소할까요?`,
  removeHint: '이 캘린더의 일정이 내 캘린더에서 사라집니다.',
  removed: '구독을 취소했습니다',
  events: count => `일정 ${count}개`,
  upToDate: ago => `${ago} 업데이트됨`,
  never: '아직 업데이트하지 않음',
  failed: message => `마지막 업데이트에 실패했습니다. ${message}`,
  savedUnread: message => `구독은 저장했지만 캘린더를 읽지 못했습니다. ${message}`,
}

export const subscriptionTexts = texts({ en, ko })
