import { texts } from '../../session/language.tsx'

const en = {
  title: 'Passkeys',
  hint: 'Sign in with your fingerprint, face, PIN or a security key instead of your password.',
  needsHttps: 'Passkeys need HTTPS and a domain name (or localhost). Ask the operator to set this up.',
  oldBrowser:
    'This browser cannot use passkeys at this address. Open Daymark over HTTPS in a current browser.',
  elsewhere: (address: string) => `Passkeys work only at ${address}. Open Daymark there to use them.`,
  add: 'Add passkey',
  addHint: 'After you continue, your browser asks where to keep the passkey.',
  name: 'Passkey name',
  password: 'Your password',
  next: 'Continue',
  save: 'Save',
  added: 'Passkey added',
  canceled:
    'No passkey was added. The request was canceled, took too long, or your device could not verify you. Try again.',
  faults: { name: 'Enter a name.', password: 'Enter your password.' },
  known: 'This device already has a passkey for your account.',
  since: (date: string) => `added ${date}`,
  lastUsed: (when: string) => `used ${when}`,
  neverUsed: 'never used',
  synced: 'synced',
  rename: 'Rename',
  renameTitle: 'Rename passkey',
  remove: 'Remove',
  removePasskey: 'Remove passkey',
  removeTitle: (name: string) => `Remove “${name}”?`,
  removeHint: 'You can no longer sign in with this passkey. Delete it on your device too.',
  removed: 'Passkey removed',
}

const ko: typeof en = {
  title: '패스키',
  hint: '비밀번호 대신 지문, 얼굴, PIN 또는 보안 키로 로그인합니다.',
  needsHttps:
    '패스키를 사용하려면 HTTPS와 도메인 이름(또는 localhost)이 필요합니다. 운영자에게 설정을 요청하세요.',
  oldBrowser:
    '이 브라우저는 이 주소에서 패스키를 사용할 수 없습니다. 최신 브라우저에서 HTTPS로 Daymark를 여세요.',
  elsewhere: (address: string) =>
    `패스키는 ${address}에서만 사용할 수 있습니다. 그 주소에서 Daymark를 여세요.`,
  add: '패스키 추가',
  addHint: '계속하면 브라우저가 패스키를 저장할 위치를 묻습니다.',
  name: '패스키 이름',
  password: '내 비밀번호',
  next: '계속',
  save: '저장',
  added: '패스키를 추가했습니다',
  canceled:
    '패스키를 추가하지 않았습니다. 요청이 취소되었거나, 시간이 초과되었거나, 기기에서 본인 확인에 실패했습니다. 다시 시도하세요.',
  faults: { name: '이름을 입력하세요.', password: '비밀번호를 입력하세요.' },
  known: '이 기기에는 이미 이 계정의 패스키가 있습니다.',
  since: date => `${date} 추가`,
  lastUsed: when => `${when} 사용`,
  neverUsed: '사용한 적 없음',
  synced: '동기화됨',
  rename: '이름 변경',
  renameTitle: '패스키 이름 변경',
  remove: '삭제',
  removePasskey: '패스키 삭제',
  removeTitle: name => `“${name}” 패스키를 삭제할까요?`,
  removeHint: '이 패스키로 더 이상 로그인할 수 없습니다. 기기에서도 삭제하세요.',
  removed: '패스키를 삭제했습니다',
}

export const passkeyTexts = texts({ en, ko })
