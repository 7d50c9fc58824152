// Texts of the sample week.

export const SAMPLE = {
  en: {
    list: 'Sample week',
    description: 'Sample data. “Remove sample week” on the Today page deletes all of it.',
    tags: { focus: 'sample focus', team: 'sample team', health: 'sample health' },
    titles: {
      standUp: 'Stand-up',
      outline: 'Write the project outline',
      review: 'Review with the team',
      run: 'Evening run',
      demo: 'Prepare the demo',
      slides: 'Draft the slides',
      rehearse: 'Rehearse once',
      read: 'Read a chapter',
      dentist: 'Book a dentist appointment',
      feedback: 'Reply to the feedback',
    },
  },
  ko: {
    list: '예시 한 주',
    description: '예시 데이터입니다. 오늘 페이지의 “예시 한 주 삭제”를 누르면 모두 삭제됩니다.',
    tags: { focus: '예시 집중', team: '예시 팀', health: '예시 건강' },
    titles: {
      standUp: '아침 회의',
      outline: '프로젝트 개요 쓰기',
      review: '팀 검토',
      run: '저녁 달리기',
      demo: '데모 준비',
      slides: '슬라이드 초안',
      rehearse: '한 번 연습하기',
      read: '책 한 챕터 읽기',
      dentist: '치과 예약',
      feedback: '피드백에 답하기',
    },
  },
}
