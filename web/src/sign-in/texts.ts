// Texts of the sign-in and sign-up page.
import { texts } from '../session/language.tsx'

export const signInTexts = texts({
  en: {
    welcome: 'Plan your day, measure your time',
    promise: 'Todos, calendar and timers, synced across your devices on your own server.',
    signIn: 'Sign in',
    signUp: 'Create account',
    email: 'Email address',
    password: 'Password',
    passwordHint: 'At least 10 characters. Several words are easier to remember than symbols.',
    name: 'Your name',
    newHere: 'New here?',
    haveOne: 'Already have an account?',
    knownAddress:
      'This address may already have an account. Sign in with its password, or use another address.',
    closed: 'Only the operator of this server can create accounts.',
    provider: 'Sign in with your organization',
    show: 'Show password',
    working: 'Please wait…',
  },
  ko: {
    welcome: '하루를 계획하고 시간을 측정하세요',
    promise: '내 서버에서 할 일, 캘린더, 타이머를 모든 기기와 동기화합니다.',
    signIn: '로그인',
    signUp: '계정 만들기',
    email: '이메일 주소',
    password: '비밀번호',
    passwordHint: '10자 이상 입력하세요. 여러 단어를 조합하면 기호보다 기억하기 쉽습니다.',
    name: '이름',
    newHere: '처음이신가요?',
    haveOne: '이미 계정이 있으신가요?',
    knownAddress: '이미 가입된 주소일 수 있습니다. 기존 비밀번호로 로그인하거나 다른 주소를 사용하세요.',
    closed: '이 서버의 계정은 운영자만 만들 수 있습니다.',
    provider: '조직 계정으로 로그인',
    show: '비밀번호 표시',
    working: '잠시만 기다려 주세요…',
  },
})
