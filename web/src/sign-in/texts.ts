// Texts of signing in and up.
import { texts } from '../session/language.tsx'

export const signInTexts = texts({
  en: {
    welcome: 'Your day, in your own hands',
    promise: 'Todos, calendar and timers that stay in step on all your devices, on a server of your own.',
    signIn: 'Sign in',
    signUp: 'Create an account',
    email: 'E-mail address',
    password: 'Password',
    passwordHint: 'At least 10 characters. A few words are easier to remember than symbols.',
    name: 'Your name',
    newHere: 'New here?',
    haveOne: 'Already have an account?',
    knownAddress:
      'There may already be an account with this address. Sign in with its password, or use another address.',
    closed: 'New accounts are made by the operator of this server.',
    provider: 'Sign in with your organisation',
    show: 'Show password',
    working: 'One moment…',
  },
  ko: {
    welcome: '나의 하루를 내 손에',
    promise: '할 일, 캘린더, 타이머를 모든 기기에서 동기화하세요. 나만의 서버에서.',
    signIn: '로그인',
    signUp: '계정 만들기',
    email: '이메일 주소',
    password: '비밀번호',
    passwordHint: '10자 이상. 기호보다 단어 몇 개가 기억하기 쉽습니다.',
    name: '이름',
    newHere: '처음이신가요?',
    haveOne: '이미 계정이 있나요?',
    knownAddress:
      '이 주소의 계정이 이미 있을 수 있습니다. 그 비밀번호로 로그인하거나 다른 주소를 사용하세요.',
    closed: '새 계정은 서버 운영자가 만듭니다.',
    provider: '조직 계정으로 로그인',
    show: '비밀번호 표시',
    working: '잠시만 기다려 주세요…',
  },
})
