// Texts of the page "Connect your calendar".
import { texts } from '../../session/language.tsx'

const en = {
  title: 'Connect your calendar',
  hint: 'Use Daymark in the calendar app of your phone or computer, share your calendar by address, and show or import other calendars here.',
  open: 'Calendar apps and feeds',
  back: '← Settings',
}

const ko: typeof en = {
  title: '캘린더 연결',
  hint: '휴대전화나 컴퓨터의 캘린더 앱에서 Daymark를 사용하고, 캘린더를 주소로 공유하고, 다른 캘린더를 가져오세요.',
  open: '캘린더 앱과 피드',
  back: '← 설정',
}

export const calendarsTexts = texts({ en, ko })
