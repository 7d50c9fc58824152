import { texts } from '../../session/language.tsx'

const en = {
  import: {
    title: 'Import a calendar file',
    hint: 'Import calendar entries and todos from another program’s .ics file. You see a preview first, and can undo the whole import.',
    choose: 'Choose file',
  },
  title: 'Connect your calendar',
  hint: 'Use Daymark in the calendar app of your phone or computer, share your calendar with a link, and show or import other calendars here.',
  open: 'Connect calendars',
}

const ko: typeof en = {
  import: {
    title: '캘린더 파일 가져오기',
    hint: '다른 프로그램의 파일(.ics)에서 일정과 할 일을 가져옵니다. 결과를 먼저 확인할 수 있고, 가져온 뒤에도 전체를 실행 취소할 수 있습니다.',
    choose: '파일 선택',
  },
  title: '캘린더 연결',
  hint: '휴대전화나 컴퓨터의 캘린더 앱에서 Daymark를 사용하고, 캘린더를 링크로 공유하고, 다른 캘린더를 가져오세요.',
  open: '캘린더 연결하기',
}

export const calendarsTexts = texts({ en, ko })
