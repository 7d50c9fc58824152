// The texts never include people's names. Otherwise, a spammer could sign up other people's addresses with an
// advertisement as the name.
import type { Language } from '../../platform/kernel/language.ts'
import { type Change, type ChangeWords, changeWords } from './change-words.ts'

interface Content {
  subject: string
  lines: readonly string[]
  action?: string
}

interface MailWords {
  footer(server: string): string
  unknown: string
  locale: string
  verify(email: string, server: string): Content
  reset(email: string, server: string): Content
  newEmail(email: string, server: string): Content
  emailTaken(email: string, server: string): Content
  emailRequested(from: string, to: string): Content
  emailChanged(email: string, server: string): Content
  invitation(server: string): Content
  signedIn(when: string, device: string, address: string): Content
  changes: ChangeWords
  changed(change: Change, when: string, device: string, address: string): Content
}

const en: MailWords = {
  footer: server => `Sent by Daymark at ${server}. Do not reply to this email.`,
  unknown: 'unknown',
  locale: 'en-US',
  verify: (email, server) => ({
    subject: 'Verify your email address',
    lines: [
      `Verify that ${email} is the address of your account at ${server}.`,
      'The link works once, for 24 hours. If you have not created an account, ignore this email.',
    ],
    action: 'Verify address',
  }),
  reset: (email, server) => ({
    subject: 'Set a new password',
    lines: [
      `Somebody asked for a new password for the account ${email} at ${server}.`,
      'The link works once, for 30 minutes. A new password signs you out on all devices.',
      'If this was not you, ignore this email. Your password stays the same.',
    ],
    action: 'Set a new password',
  }),
  newEmail: (email, server) => ({
    subject: 'Verify your new email address',
    lines: [
      `Verify that ${email} is yours. Your account at ${server} uses it from then on.`,
      'The link works once, for 24 hours. If you have not asked for this, ignore this email.',
    ],
    action: 'Verify address',
  }),
  emailTaken: (email, server) => ({
    subject: 'This address already has an account',
    lines: [
      `Somebody asked to use ${email} for another account at ${server}. It already has an account, so nothing was changed.`,
      'If this was you, delete one of the two accounts, or use a different address. Otherwise ignore this email.',
    ],
  }),
  emailRequested: (from, to) => ({
    subject: 'Your email address will be changed',
    lines: [
      `Somebody asked to change the address of your account from ${from} to ${to}. The change takes effect when the new address is verified.`,
      'If this was not you, change your password in the settings. This cancels the change.',
    ],
    action: 'Open settings',
  }),
  emailChanged: (email, server) => ({
    subject: 'Your email address was changed',
    lines: [
      `Your account at ${server} now uses ${email}. Sign in with that address.`,
      'If this was not you, ask the operator of the server for help.',
    ],
  }),
  invitation: server => ({
    subject: 'You are invited to Daymark',
    lines: [
      `An administrator of ${server} invites you to create an account there. Daymark keeps your todos, calendar and timers, and syncs them across your devices.`,
      'The link works once. If you do not expect this invitation, ignore this email.',
    ],
    action: 'Create account',
  }),
  signedIn: (when, device, address) => ({
    subject: 'New sign-in to your account',
    lines: [
      'Somebody signed in to your account on a new device.',
      `Time: ${when}`,
      `Device: ${device}`,
      `IP address: ${address}`,
      'If this was you, no action is needed. Otherwise, change your password. This signs out all other devices.',
    ],
    action: 'Open settings',
  }),
  changes: changeWords.en,
  changed: ({ subject, what, otherwise }, when, device, address) => ({
    subject,
    lines: [
      what,
      `Time: ${when}`,
      `Device: ${device}`,
      `IP address: ${address}`,
      `If this was you, no action is needed. ${otherwise}`,
    ],
    action: 'Open settings',
  }),
}

const ko: MailWords = {
  footer: server => `${server}의 Daymark에서 보냈습니다. 이 메일에는 회신하지 마세요.`,
  unknown: '알 수 없음',
  locale: 'ko-KR',
  verify: (email, server) => ({
    subject: '이메일 주소를 인증하세요',
    lines: [
      `${server} 계정의 이메일 주소(${email})를 인증해 주세요.`,
      '링크는 24시간 동안 한 번만 사용할 수 있습니다. 계정을 만들지 않았다면 이 메일을 무시하세요.',
    ],
    action: '주소 인증',
  }),
  reset: (email, server) => ({
    subject: '새 비밀번호를 설정하세요',
    lines: [
      `${server}의 ${email} 계정에 대한 비밀번호 재설정 요청이 있었습니다.`,
      '링크는 30분 동안 한 번만 사용할 수 있습니다. 새 비밀번호를 설정하면 모든 기기에서 로그아웃됩니다.',
      '직접 요청하지 않았다면 이 메일을 무시하세요. 비밀번호는 바뀌지 않습니다.',
    ],
    action: '새 비밀번호 설정',
  }),
  newEmail: (email, server) => ({
    subject: '새 이메일 주소를 인증하세요',
    lines: [
      `앞으로 ${server} 계정에서 ${email} 주소를 사용하려면 인증해 주세요.`,
      '링크는 24시간 동안 한 번만 사용할 수 있습니다. 직접 요청하지 않았다면 이 메일을 무시하세요.',
    ],
    action: '주소 인증',
  }),
  emailTaken: (email, server) => ({
    subject: '이미 계정이 있는 주소입니다',
    lines: [
      `${server}의 다른 계정에서 ${email} 주소를 사용하려는 요청이 있었습니다. 이미 이 주소의 계정이 있어 아무것도 바뀌지 않았습니다.`,
      '직접 요청했다면 두 계정 중 하나를 삭제하거나 다른 주소를 사용하세요. 그렇지 않다면 이 메일을 무시하세요.',
    ],
  }),
  emailRequested: (from, to) => ({
    subject: '이메일 주소가 변경될 예정입니다',
    lines: [
      `계정의 이메일 주소를 ${from}에서 ${to} 주소로 변경해 달라는 요청이 있었습니다. 새 주소가 인증되면 변경됩니다.`,
      '직접 요청하지 않았다면 설정에서 비밀번호를 변경하세요. 그러면 이 변경이 취소됩니다.',
    ],
    action: '설정 열기',
  }),
  emailChanged: (email, server) => ({
    subject: '이메일 주소가 변경되었습니다',
    lines: [
      `이제 ${server} 계정은 ${email} 주소를 사용합니다. 이 주소로 로그인하세요.`,
      '직접 변경하지 않았다면 서버 운영자에게 문의하세요.',
    ],
  }),
  invitation: server => ({
    subject: 'Daymark에 초대합니다',
    lines: [
      `${server}의 관리자가 계정을 만들도록 초대했습니다. 할 일, 캘린더, 타이머를 모든 기기에서 사용할 수 있습니다.`,
      '링크는 한 번만 사용할 수 있습니다. 예상하지 못한 초대라면 이 메일을 무시하세요.',
    ],
    action: '계정 만들기',
  }),
  signedIn: (when, device, address) => ({
    subject: '새 기기에서 로그인되었습니다',
    lines: [
      '이전에 사용한 적 없는 기기에서 계정에 로그인되었습니다.',
      `시각: ${when}`,
      `기기: ${device}`,
      `IP 주소: ${address}`,
      '직접 로그인했다면 아무것도 하지 않아도 됩니다. 아니라면 비밀번호를 변경하세요. 다른 모든 기기에서 로그아웃됩니다.',
    ],
    action: '설정 열기',
  }),
  changes: changeWords.ko,
  changed: ({ subject, what, otherwise }, when, device, address) => ({
    subject,
    lines: [
      what,
      `시각: ${when}`,
      `기기: ${device}`,
      `IP 주소: ${address}`,
      `직접 한 작업이라면 아무것도 하지 않아도 됩니다. ${otherwise}`,
    ],
    action: '설정 열기',
  }),
}

export const mailWords: Record<Language, MailWords> = { en, ko }
