// Texts for the pages that links in emails open.
import { texts } from '../session/language.tsx'

export const linkTexts = texts({
  en: {
    forgot: 'Forgot password?',
    forgotHint: 'Enter the address of your account. You will get an email with a link to set a new password.',
    noMail: 'This server cannot send email. Ask its operator for a new password.',
    sendLink: 'Send link',
    sent: (email: string) =>
      `If ${email} has an account here, you will get an email in a moment. The link works for 30 minutes.`,
    reset: 'Set a new password',
    resetHint:
      'You will be signed out on all devices, and your access tokens and device passwords will stop working.',
    newPassword: 'New password',
    passwordHint: 'At least 10 characters. Several words are easier to remember than symbols.',
    setPassword: 'Set password',
    resetDone: 'Your password was changed. Sign in with it now.',
    verify: 'Verify your email address',
    verifyHint: 'Confirm that you received the email.',
    confirm: 'Verify address',
    verified: (email: string) => `${email} is verified.`,
    badLink: 'This link is incomplete. Open it again from the email.',
    toSignIn: 'Go to sign-in',
    toApp: 'Open Daymark',
    email: 'Email address',
    working: 'Please wait…',
  },
  ko: {
    forgot: '비밀번호를 잊으셨나요?',
    forgotHint: '계정의 이메일 주소를 입력하세요. 새 비밀번호를 설정할 수 있는 링크를 메일로 보내 드립니다.',
    noMail: '이 서버는 메일을 보낼 수 없습니다. 서버 운영자에게 새 비밀번호를 요청하세요.',
    sendLink: '링크 보내기',
    sent: (email: string) =>
      `${email} 계정이 있다면 곧 메일이 도착합니다. 링크는 30분 동안 사용할 수 있습니다.`,
    reset: '새 비밀번호 설정',
    resetHint: '모든 기기에서 로그아웃되고 액세스 토큰과 기기 비밀번호를 더 이상 사용할 수 없습니다.',
    newPassword: '새 비밀번호',
    passwordHint: '10자 이상 입력하세요. 여러 단어를 조합하면 기호보다 기억하기 쉽습니다.',
    setPassword: '비밀번호 설정하기',
    resetDone: '비밀번호가 변경되었습니다. 새 비밀번호로 로그인하세요.',
    verify: '이메일 주소 인증',
    verifyHint: '아래 버튼을 눌러 메일을 받았음을 확인해 주세요.',
    confirm: '주소 인증하기',
    verified: (email: string) => `${email} 주소가 인증되었습니다.`,
    badLink: '링크가 완전하지 않습니다. 메일에서 다시 열어 주세요.',
    toSignIn: '로그인으로 이동',
    toApp: 'Daymark 열기',
    email: '이메일 주소',
    working: '잠시만 기다려 주세요…',
  },
})
