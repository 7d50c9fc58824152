import { texts } from '../../session/language.tsx'

const en = {
  title: 'Security',
  hint: 'Signed-in devices, two-step sign-in, passkeys and account activity.',
  open: 'Open security',
  offline: 'Not available offline',
  offlineHint:
    'You are offline. Signed-in devices and sign-in settings are not stored on this device. Reconnect to view or change them.',
  elsewhere: 'Your sign-in provider manages your devices, passwords and two-step sign-in.',
}

const ko: typeof en = {
  title: '보안',
  hint: '로그인된 기기, 2단계 로그인, 패스키, 계정 활동을 확인합니다.',
  open: '보안 페이지 열기',
  offline: '오프라인에서는 사용할 수 없습니다',
  offlineHint:
    '오프라인 상태입니다. 로그인된 기기와 로그인 설정은 이 기기에 저장하지 않으므로 연결된 상태에서만 보고 바꿀 수 있습니다.',
  elsewhere: '기기, 비밀번호, 2단계 로그인은 로그인 제공자가 관리합니다.',
}

export const securityTexts = texts({ en, ko })
