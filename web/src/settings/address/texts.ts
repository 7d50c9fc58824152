import { texts } from '../../session/language.tsx'

export const addressTexts = texts({
  en: {
    email: 'Email address',
    verified: 'Verified',
    notVerified: 'Not verified',
    pending: (email: string) => `Waiting for you to verify ${email}. Open the link in the email.`,
    cancelChange: 'Cancel change',
    canceled: 'The change was canceled.',
    change: 'Change address',
    changeHint:
      'You get a link at the new address and a notice at the current one. The change takes effect when you open the link.',
    noMail: 'This server cannot send email. Ask its operator to change or verify your address.',
    newEmail: 'New email address',
    password: 'Your password',
    send: 'Send link',
    sent: (email: string) => `An email is on its way to ${email}.`,
    reminder: (email: string) =>
      `Verify your address ${email}. Then you see items that people share with this address, and get emails about new sign-ins and changes to your account.`,
    sendVerification: 'Send verification email',
    dismiss: 'Remind me later',
  },
  ko: {
    email: '이메일 주소',
    verified: '인증됨',
    notVerified: '인증되지 않음',
    pending: (email: string) => `${email} 주소 인증을 기다리고 있습니다. 메일의 링크를 열어 주세요.`,
    cancelChange: '변경 취소',
    canceled: '변경을 취소했습니다.',
    change: '주소 변경',
    changeHint: '새 주소로 링크를, 현재 주소로 안내를 보냅니다. 링크를 열면 변경됩니다.',
    noMail: '이 서버는 메일을 보낼 수 없습니다. 주소 변경이나 인증은 서버 운영자에게 요청하세요.',
    newEmail: '새 이메일 주소',
    password: '내 비밀번호',
    send: '링크 보내기',
    sent: (email: string) => `${email} 주소로 메일을 보냈습니다.`,
    reminder: (email: string) =>
      `${email} 주소를 인증하세요. 인증하면 이 주소로 공유된 항목을 볼 수 있고, 새 로그인과 계정 변경을 메일로 알려 드립니다.`,
    sendVerification: '인증 메일 보내기',
    dismiss: '나중에 다시 알림',
  },
})
