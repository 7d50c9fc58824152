import { texts } from '../../session/language.tsx'

const en = {
  open: 'Delete account…',
  hint: 'Signing out affects only this device.',
  providerHint:
    'Your sign-in provider manages your account. Deleting it here deletes only the data on this server.',
  title: 'Delete your account?',
  explain: (days: number) =>
    days === 0
      ? 'This immediately deletes all your todos, calendar entries, timers, tags, polls and friends. It cannot be undone.'
      : `All your todos, calendar entries, timers, tags, polls and friends will be deleted in ${days === 1 ? 'one day' : `${days} days`}. Until then you can sign in and keep your account. Your other devices are signed out now, and tokens, calendar apps, feeds and webhooks stop working.`,
  download: 'Download your data first if you want to keep it.',
  typeEmail: (email: string) => `Type ${email} to confirm`,
  password: 'Current password',
  code: 'Code from the authenticator app, or a recovery code',
  useCode: 'Use a code instead',
  usePassword: 'Use the password instead',
  usePasskey: 'Delete with a passkey',
  submit: 'Delete account',
  cancel: 'Cancel',
  canceled: 'The passkey was not used. Try again.',
  scheduled: (date: string) => `Your account will be deleted on ${date}.`,
  notice: (date: string) => `Your account and everything in it will be deleted on ${date}.`,
  label: 'Account deletion',
  keep: 'Keep account',
  kept: 'Your account will not be deleted.',
}

const ko: typeof en = {
  open: '계정 삭제…',
  hint: '로그아웃은 이 기기에만 적용됩니다.',
  providerHint: '계정은 로그인 제공자가 관리합니다. 여기서 삭제하면 이 서버의 데이터만 삭제됩니다.',
  title: '계정을 삭제할까요?',
  explain: days =>
    days === 0
      ? '할 일, 일정, 타이머, 태그, 투표, 친구가 바로 모두 삭제되며 되돌릴 수 없습니다.'
      : `${days}일 뒤에 할 일, 일정, 타이머, 태그, 투표, 친구가 모두 삭제됩니다. 그 전에 로그인하면 계정을 유지할 수 있습니다. 다른 기기는 지금 로그아웃되고 토큰, 캘린더 앱, 피드, 웹훅이 중지됩니다.`,
  download: '필요하면 먼저 데이터를 다운로드하세요.',
  typeEmail: email => `확인하려면 ${email} 주소를 입력하세요`,
  password: '현재 비밀번호',
  code: '인증 앱의 코드 또는 복구 코드',
  useCode: '대신 코드 사용',
  usePassword: '대신 비밀번호 사용',
  usePasskey: '패스키로 삭제',
  submit: '계정 삭제',
  cancel: '취소',
  canceled: '패스키를 사용하지 않았습니다. 다시 시도하세요.',
  scheduled: date => `${date}에 계정이 삭제됩니다.`,
  notice: date => `${date}에 계정과 모든 데이터가 삭제됩니다.`,
  label: '계정 삭제 예정',
  keep: '계정 유지',
  kept: '계정을 삭제하지 않습니다.',
}

export const deletionTexts = texts({ en, ko })
