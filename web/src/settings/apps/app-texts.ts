import { texts } from '../../session/language.tsx'

const en = {
  title: 'Connected apps',
  hint: 'Apps, assistants and command-line tools that you have allowed to use your account.',
  none: 'No apps are connected. An app asks for permission when you sign in to it with Daymark.',
  since: (date: string) => `Connected ${date}`,
  lastUsed: (ago: string) => `Last used ${ago}`,
  neverUsed: 'Never used',
  disconnect: 'Disconnect',
  disconnectTitle: (name: string) => `Disconnect ${name}?`,
  disconnectHint: 'The app can no longer use your account. Everything that it saved in Daymark stays.',
  disconnected: 'Disconnected',
}

const ko: typeof en = {
  title: '연결된 앱',
  hint: '계정 사용을 허용한 앱, 어시스턴트, 명령줄 도구입니다.',
  none: '연결된 앱이 없습니다. Daymark로 로그인할 때 앱이 권한을 요청합니다.',
  since: date => `${date}에 연결됨`,
  lastUsed: ago => `${ago} 사용`,
  neverUsed: '사용한 적 없음',
  disconnect: '연결 해제',
  disconnectTitle: name => `${name} 연결을 해제할까요?`,
  disconnectHint: '앱이 더 이상 계정을 사용할 수 없습니다. 앱이 Daymark에 저장한 내용은 그대로 남습니다.',
  disconnected: '연결을 해제했습니다',
}

export const appTexts = texts({ en, ko })
