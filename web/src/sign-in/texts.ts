import { texts } from '../session/language.tsx'

export const signInTexts = texts({
  en: {
    welcome: 'Plan your day, track your time',
    promise: 'Todos, calendar and timers, synced across your devices on your own server.',
    signIn: 'Sign in',
    signUp: 'Create account',
    firstAccount: 'Create the first account',
    firstPromise: 'Nobody has an account on this server yet. The first account administers it.',
    setupCode: 'Setup code',
    setupHint:
      'The server prints it when it starts. On the server, “npm run user -- --setup-link” prints it again.',
    wrongSetup:
      'The setup code is missing or wrong. On the server, “npm run user -- --setup-link” prints it.',
    email: 'Email address',
    password: 'Password',
    passwordHint: 'At least 10 characters. Several words are easier to remember than symbols.',
    passkey: 'Use a passkey',
    noPasskey:
      'You are not signed in. This device has no passkey for this server, or the request was canceled or took too long.',
    twoStep: 'Two-step sign-in',
    code: 'Code',
    codeHint: 'The six digits from your authenticator app, or a recovery code.',
    other: 'Use another account',
    forgot: 'Forgot password?',
    name: 'Your name',
    newHere: 'New here?',
    haveOne: 'Already have an account?',
    knownAddress:
      'This address may already have an account. Sign in with its password, or use another address.',
    byInvitation: 'You need an invitation to create an account on this server.',
    closed: 'Only the operator of this server can create accounts.',
    provider: 'Sign in with your provider',
    failed: (reason: string) => `Sign-in failed. Try again, or ask the operator of this server. (${reason})`,
    refused:
      'This server did not accept the sign-in from your sign-in provider. Try again, or ask the operator of this server.',
    unreachable: 'Your sign-in provider cannot be reached. Try again later.',
    show: 'Show password',
    working: 'Please wait…',
  },
  ko: {
    welcome: '하루를 계획하고 시간을 기록하세요',
    promise: '내 서버에서 할 일, 캘린더, 타이머를 모든 기기와 동기화합니다.',
    signIn: '로그인',
    signUp: '계정 만들기',
    firstAccount: '첫 계정 만들기',
    firstPromise: '이 서버에는 아직 계정이 없습니다. 첫 계정이 서버를 관리합니다.',
    setupCode: '설정 코드',
    setupHint:
      '서버가 시작할 때 출력합니다. 서버에서 “npm run user -- --setup-link”를 실행하면 다시 출력됩니다.',
    wrongSetup:
      '설정 코드가 없거나 올바르지 않습니다. 서버에서 “npm run user -- --setup-link”를 실행하면 출력됩니다.',
    email: '이메일 주소',
    password: '비밀번호',
    passwordHint: '10자 이상 입력하세요. 여러 단어를 조합하면 기호보다 기억하기 쉽습니다.',
    passkey: '패스키 사용',
    noPasskey:
      '로그인하지 못했습니다. 이 기기에 이 서버의 패스키가 없거나, 요청이 취소되었거나 시간이 초과되었습니다.',
    twoStep: '2단계 로그인',
    code: '코드',
    codeHint: '인증 앱의 6자리 숫자 또는 복구 코드를 입력하세요.',
    other: '다른 계정 사용',
    forgot: '비밀번호를 잊으셨나요?',
    name: '이름',
    newHere: '처음이신가요?',
    haveOne: '이미 계정이 있으신가요?',
    knownAddress: '이미 가입된 주소일 수 있습니다. 기존 비밀번호로 로그인하거나 다른 주소를 사용하세요.',
    byInvitation: '이 서버에서 계정을 만들려면 초대가 필요합니다.',
    closed: '이 서버의 계정은 운영자만 만들 수 있습니다.',
    provider: '로그인 제공자로 로그인',
    failed: (reason: string) =>
      `로그인하지 못했습니다. 다시 시도하거나 서버 운영자에게 문의하세요. (${reason})`,
    refused:
      '이 서버가 로그인 제공자의 로그인을 받아들이지 않았습니다. 다시 시도하거나 서버 운영자에게 문의하세요.',
    unreachable: '로그인 제공자에 연결할 수 없습니다. 나중에 다시 시도하세요.',
    show: '비밀번호 표시',
    working: '잠시만 기다려 주세요…',
  },
})
