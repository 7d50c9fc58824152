import { acceptedTags, firstLanguage, type Language } from '../../../platform/kernel/language.ts'
import { SCOPE_TEXTS, type ScopeTexts } from './scope-texts.ts'

export interface PageTexts {
  signIn: string
  signInFor(app: string): string
  email: string
  password: string
  forgot: string
  passkey: string
  passkeyFailed: string
  wrong: string
  codeTitle: string
  codeHint: string
  wrongCode: string
  disabled: string
  wait(seconds: number): string
  busy: string
  consent(app: string): string
  signedInAs(email: string): string
  wants: string
  identity: string
  /** Shown for an app that requests no data. */
  onlyRecognize: string
  from(host: string): string
  unverified: string
  goesTo(target: string): string
  onDevice: string
  revokeHint: string
  allow: string
  /** Lets the app see what it asks for, but change nothing. */
  allowReading: string
  refuse: string
  readAll: string
  writeAll: string
  scopes: ScopeTexts
  device: string
  deviceHint: string
  code: string
  next: string
  deviceTitle(app: string): string
  deviceConfirm: string
  deviceWarning: string
  deviceDone: string
  deviceDoneHint: string
  cancel: string
  codeUnknown: string
  codeExpired: string
  codeUsed: string
  aborted: string
  signOut: string
  signOutHint: string
  stay: string
  signedOut: string
  failed: string
  failedHint: string
  expired: string
  verifyFirst: string
}

const en: PageTexts = {
  signIn: 'Sign in',
  signInFor: app => `Sign in to continue to ${app}`,
  email: 'Email address',
  password: 'Password',
  forgot: 'Forgot password?',
  passkey: 'Use a passkey',
  passkeyFailed: 'The passkey could not be used. Try again, or sign in with the password.',
  wrong: 'The email address or the password is wrong.',
  codeTitle: 'Enter your code',
  codeHint: 'Enter the six digits from your authenticator app, or one of your recovery codes.',
  wrongCode: 'The code is wrong or was already used.',
  disabled: 'This account is disabled. Ask the operator of this server.',
  wait: seconds => `Too many failed sign-ins with this email address. Try again in ${seconds} s.`,
  busy: 'Too many people are signing in at the moment. Try again in a moment.',
  consent: app => `Allow ${app} to use your account?`,
  signedInAs: email => `Signed in as ${email}`,
  wants: 'This app will be able to:',
  identity: 'See your name and email address',
  onlyRecognize: 'Recognize your account, without seeing anything in it',
  from: host => `Published by ${host}`,
  unverified: 'The name of this app is not verified. Continue only if you started this yourself.',
  goesTo: target => `You will return to ${target}`,
  onDevice: 'Allow it only if the code came from your own device.',
  revokeHint: 'You can disconnect the app at any time in the settings.',
  allow: 'Allow',
  allowReading: 'Allow reading only',
  refuse: 'Cancel',
  readAll: 'See all of your data',
  writeAll: 'Create, change, share and delete all of your data, and manage your friends',
  scopes: SCOPE_TEXTS.en,
  device: 'Connect a device',
  deviceHint: 'Enter the code that the device shows.',
  code: 'Code',
  next: 'Continue',
  deviceTitle: app => `Connect ${app}?`,
  deviceConfirm: 'Check that the device shows this code:',
  deviceWarning: 'Cancel if you did not start this yourself, or if somebody sent you the code.',
  deviceDone: 'Connected',
  deviceDoneHint: 'You can close this page and return to your device.',
  cancel: 'Cancel',
  codeUnknown: 'Unknown code. Check it and try again.',
  codeExpired: 'This code has expired. Start again on your device.',
  codeUsed: 'This code has already been used. Start again on your device.',
  aborted: 'The device was not connected.',
  signOut: 'Sign out?',
  signOutHint: 'You have to sign in again before you connect another app.',
  stay: 'Stay signed in',
  signedOut: 'You are signed out.',
  failed: 'This sign-in cannot continue',
  failedHint:
    'The app’s request is invalid or has expired. Return to the app and start again. If that does not help, tell its developer:',
  expired: 'This sign-in has expired. Return to the app and start again.',
  verifyFirst: 'Verify your email address before you connect apps: open the link in the email from Daymark.',
}

const ko: PageTexts = {
  signIn: '로그인',
  signInFor: app => `${app} 사용을 계속하려면 로그인하세요`,
  email: '이메일 주소',
  password: '비밀번호',
  forgot: '비밀번호를 잊으셨나요?',
  passkey: '패스키 사용',
  passkeyFailed: '패스키를 사용하지 못했습니다. 다시 시도하거나 비밀번호로 로그인하세요.',
  wrong: '이메일 주소 또는 비밀번호가 올바르지 않습니다.',
  codeTitle: '인증 코드 입력',
  codeHint: '인증 앱의 6자리 숫자 또는 복구 코드를 입력하세요.',
  wrongCode: '코드가 올바르지 않거나 이미 사용되었습니다.',
  disabled: '사용이 중지된 계정입니다. 서버 운영자에게 문의하세요.',
  wait: seconds => `이 이메일 주소로 로그인에 여러 번 실패했습니다. ${seconds}초 후에 다시 시도하세요.`,
  busy: '지금 로그인하는 사람이 너무 많습니다. 잠시 후 다시 시도하세요.',
  consent: app => `${app} 앱이 내 계정을 사용하도록 허용할까요?`,
  signedInAs: email => `${email} 계정으로 로그인됨`,
  wants: '이 앱이 할 수 있는 일:',
  identity: '이름과 이메일 주소 보기',
  onlyRecognize: '내 계정 확인 (계정의 내용은 볼 수 없음)',
  from: host => `제공: ${host}`,
  unverified: '이 앱의 이름은 확인되지 않았습니다. 직접 시작한 경우에만 계속하세요.',
  goesTo: target => `완료되면 다음으로 돌아갑니다: ${target}`,
  onDevice: '내 기기에 표시된 코드인 경우에만 허용하세요.',
  revokeHint: '설정에서 언제든지 앱 연결을 해제할 수 있습니다.',
  allow: '허용',
  allowReading: '읽기만 허용',
  refuse: '취소',
  readAll: '모든 데이터 보기',
  writeAll: '모든 데이터 만들기, 수정, 공유, 삭제와 친구 관리',
  scopes: SCOPE_TEXTS.ko,
  device: '기기 연결',
  deviceHint: '기기에 표시된 코드를 입력하세요.',
  code: '코드',
  next: '계속',
  deviceTitle: app => `${app} 앱을 연결할까요?`,
  deviceConfirm: '기기에 이 코드가 표시되어 있는지 확인하세요:',
  deviceWarning: '직접 시작하지 않았거나 다른 사람이 코드를 보냈다면 취소하세요.',
  deviceDone: '연결되었습니다',
  deviceDoneHint: '이 페이지를 닫고 기기로 돌아가세요.',
  cancel: '취소',
  codeUnknown: '알 수 없는 코드입니다. 확인하고 다시 입력하세요.',
  codeExpired: '만료된 코드입니다. 기기에서 다시 시작하세요.',
  codeUsed: '이미 사용한 코드입니다. 기기에서 다시 시작하세요.',
  aborted: '기기를 연결하지 않았습니다.',
  signOut: '로그아웃할까요?',
  signOutHint: '다른 앱을 연결하려면 다시 로그인해야 합니다.',
  stay: '로그인 유지',
  signedOut: '로그아웃되었습니다.',
  failed: '로그인을 계속할 수 없습니다',
  failedHint:
    '앱의 요청이 잘못되었거나 너무 오래되었습니다. 앱으로 돌아가 다시 시작하세요. 그래도 되지 않으면 앱 개발자에게 알려 주세요:',
  expired: '로그인 요청이 만료되었습니다. 앱으로 돌아가 다시 시작하세요.',
  verifyFirst: '앱을 연결하기 전에 메일 주소를 인증하세요. Daymark에서 보낸 메일의 링크를 여세요.',
}

export const PAGE_TEXTS: Record<Language, PageTexts> = { en, ko }

/** Returns the first supported language in `ui_locales`, or else in the browser's languages. */
export const languageOf = (uiLocales: unknown, acceptLanguage: string | undefined): Language =>
  firstLanguage([
    ...(typeof uiLocales === 'string' ? uiLocales.split(' ') : []),
    ...acceptedTags(acceptLanguage),
  ])
