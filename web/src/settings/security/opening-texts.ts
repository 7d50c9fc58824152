import type { OpeningKind } from '@daymark/contract/accounts/security'
import { texts } from '../../session/language.tsx'

const en = {
  title: 'Someone was in my account',
  hint: 'See everything that opens your account or carries data out of it, and end it.',
  open: 'Check access',
  intro:
    'Everything below opens your account or carries data out of it. If someone was in your account, end everything. Then change your password and read the account activity. This device stays signed in.',
  listTitle: 'What opens your account',
  endEverything: 'End everything',
  endTicked: 'End what is ticked',
  close: 'Close',
  none: 'Nothing else opens your account.',
  ended: (count: number) => `Ended: ${count}.`,
  unnamed: 'Without a name',
  neverUsed: 'no known use',
  lastUsed: (ago: string) => `last used ${ago}`,
  stillOpen: 'This still opens your account or carries data out of it. Tick what should end.',
  kinds: {
    session: 'Signed-in device',
    passkey: 'Passkey',
    token: 'Access token',
    device_password: 'Device password',
    app: 'Connected app',
    feed: 'Calendar feed',
    webhook: 'Webhook',
    push: 'Push notifications',
  } satisfies Record<OpeningKind, string>,
}

const ko: typeof en = {
  title: '누군가 내 계정에 들어왔어요',
  hint: '계정에 들어올 수 있거나 데이터를 내보내는 모든 것을 확인하고 종료합니다.',
  open: '접근 확인',
  intro:
    '아래의 모든 항목은 계정에 들어올 수 있거나 데이터를 밖으로 보냅니다. 누군가 계정에 들어왔다면 모두 종료하세요. 그런 다음 비밀번호를 변경하고 계정 활동을 확인하세요. 이 기기는 로그인 상태로 유지됩니다.',
  listTitle: '계정에 들어올 수 있는 것',
  endEverything: '모두 종료',
  endTicked: '선택한 항목 종료',
  close: '닫기',
  none: '계정에 들어올 수 있는 다른 것이 없습니다.',
  ended: (count: number) => `${count}개를 종료했습니다.`,
  unnamed: '이름 없음',
  neverUsed: '사용 기록 없음',
  lastUsed: (ago: string) => `마지막 사용 ${ago}`,
  stillOpen: '아래 항목은 아직 계정에 들어올 수 있거나 데이터를 내보냅니다. 종료할 항목을 선택하세요.',
  kinds: {
    session: '로그인된 기기',
    passkey: '패스키',
    token: '액세스 토큰',
    device_password: '기기 비밀번호',
    app: '연결된 앱',
    feed: '캘린더 피드',
    webhook: '웹훅',
    push: '푸시 알림',
  },
}

export const openingTexts = texts({ en, ko })
