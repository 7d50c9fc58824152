import { appNames, type guideTextsEn } from './guide-texts-en.ts'

export const guideTextsKo: typeof guideTextsEn = {
  title: '연결 방법',
  hint: '먼저 “앱 연결”을 선택해 기기 비밀번호를 만드세요. 계정 비밀번호는 앱에서 사용할 수 없습니다.',
  insecure: '이 주소는 HTTPS를 사용하지 않습니다. 휴대전화와 일부 앱은 이 주소에 연결하지 않습니다.',
  copy: '복사',
  copyServer: '서버 주소 복사',
  copyUser: '앱용 사용자 이름 복사',
  copyConfig: 'vdirsyncer 설정 복사',
  devicePassword: '기기 비밀번호',
  names: appNames,
  steps: {
    ios: [
      '설정 → 앱 → 캘린더 → 캘린더 계정 → 계정 추가 → 기타 → CalDAV 계정 추가를 여세요. iOS 18 이전: 설정 → 캘린더 → 계정.',
      '서버: {host}. 사용자 이름: {user}. 암호: 기기 비밀번호. 다음을 누르세요.',
      '서버를 찾지 못하면 고급 설정에서 계정 URL에 {server} 주소를 입력하세요.',
      '캘린더와 미리 알림을 켜 둔 채 저장을 누르세요. 할 일 목록은 미리 알림에 나타납니다.',
    ],
    android: [
      'F-Droid나 Google Play에서 DAVx⁵를 설치하세요. 할 일을 쓰려면 Tasks.org나 jtx Board도 설치하세요.',
      'DAVx⁵에서 +를 누르고 "URL과 사용자 이름으로 로그인"을 선택하세요.',
      '기본 URL: {server}. 사용자 이름: {user}. 비밀번호: 기기 비밀번호. 로그인을 누른 다음 계정 만들기를 누르세요.',
      '계정을 열고 CalDAV에서 캘린더와 목록을 선택한 다음 동기화 버튼을 누르세요. 캘린더 앱과 할 일 앱에 나타납니다.',
    ],
    thunderbird: [
      '캘린더를 열고 새 캘린더 → 네트워크에서를 선택하세요.',
      '사용자 이름: {user}. 위치: {server}. 캘린더 찾기를 선택하세요.',
      '기기 비밀번호를 입력하고 Thunderbird가 저장하도록 하세요.',
      '캘린더와 목록을 선택하고 구독을 누르세요.',
    ],
    evolution: [
      '파일 → 새로 만들기 → 캘린더를 선택하고 종류로 CalDAV를 고르세요.',
      'URL: {server}. 사용자: {user}. 캘린더 찾기를 누르고 기기 비밀번호를 입력하세요.',
      '캘린더를 선택하고 확인을 두 번 누르세요.',
      '할 일은 파일 → 새로 만들기 → 작업 목록에서 같은 방법으로 추가하세요.',
    ],
    gnome: [
      'GNOME 46 이상: 설정 → 온라인 계정 → 캘린더, 연락처, 파일을 여세요.',
      '서버: {server}. 사용자 이름: {user}. 암호: 기기 비밀번호. 로그인하고 캘린더를 켜 두세요.',
      '이전 버전: Evolution의 순서를 따르세요. 그러면 GNOME 캘린더와 Endeavour에 같은 목록이 나타납니다.',
    ],
    kde: [
      'KOrganizer: 설정 → KOrganizer 설정 → 일반 → 캘린더 → 추가. Merkuro: 캘린더 추가. "DAV 그룹웨어 리소스"를 선택하세요.',
      '사용자 이름: {user}. 암호: 기기 비밀번호. "리소스 수동 설정"을 선택하세요.',
      '추가를 누르고 프로토콜로 CalDAV를 선택한 다음 URL에 {server} 주소를 입력하세요. 가져오기를 누른 다음 확인을 누르세요.',
    ],
    macos: [
      '캘린더 → 계정 추가 → 기타 CalDAV 계정을 열고 계정 유형으로 수동을 선택하세요.',
      '사용자 이름: {user}. 암호: 기기 비밀번호. 서버 주소: {server}. 로그인을 누르세요.',
      '캘린더와 미리 알림을 켜 두세요.',
    ],
    vdirsyncer: [
      '~/.config/vdirsyncer/config에 다음을 추가하고 기기 비밀번호를 넣으세요.',
      'vdirsyncer discover를 실행한 다음 vdirsyncer sync를 실행하세요. 이후에는 cron 등으로 vdirsyncer sync를 주기적으로 실행하세요.',
      'khal과 todoman에서 ~/.calendars의 폴더를 사용하세요.',
    ],
  },
}
