import type { Language } from '../../platform/kernel/language.ts'

/** Account changes that the owner is emailed about, because someone else may have made them. */
const NOTABLE = [
  'password_changed',
  'password_reset',
  'factor_added',
  'factor_removed',
  'passkey_added',
  'passkey_removed',
  'recovery_codes_renewed',
  'recovery_code_used',
  'deletion_requested',
  'deletion_canceled',
] as const
export type Notable = (typeof NOTABLE)[number]

export const isNotable = (event: string): event is Notable => NOTABLE.some(each => each === event)

export interface Change {
  subject: string
  what: string
  /** Instructions for the owner if somebody else made the change. */
  otherwise: string
}

/** `deletes` is the formatted deletion time of the account, or empty if the account will not be deleted. */
export type ChangeWords = (server: string, deletes: string) => Record<Notable, Change>

const en: ChangeWords = (server, deletes) => {
  const otherwise = 'Otherwise, set a new password with "Forgot password?". This signs out all devices.'
  const review = 'Otherwise, change your password and check the Security page in the settings.'
  return {
    password_changed: {
      subject: 'Your password was changed',
      what: `The password of your account at ${server} was changed.`,
      otherwise,
    },
    password_reset: {
      subject: 'Your password was changed',
      what: `A new password was set for your account at ${server} with a link in an email. All devices are signed out.`,
      otherwise,
    },
    factor_added: {
      subject: 'Authenticator app added',
      what: `From now on, sign-ins to your account at ${server} ask for a code from an authenticator app.`,
      otherwise,
    },
    factor_removed: {
      subject: 'Authenticator app removed',
      what: `Sign-ins to your account at ${server} no longer ask for a code. The recovery codes no longer work.`,
      otherwise: review,
    },
    passkey_added: {
      subject: 'Passkey added',
      what: `A passkey was added to your account at ${server}. It allows sign-in without the password.`,
      otherwise: 'Otherwise, remove it on the Security page in the settings, and change your password.',
    },
    passkey_removed: {
      subject: 'Passkey removed',
      what: `A passkey was removed from your account at ${server}.`,
      otherwise: review,
    },
    recovery_codes_renewed: {
      subject: 'New recovery codes',
      what: `Your account at ${server} has new recovery codes. The old ones no longer work.`,
      otherwise: review,
    },
    recovery_code_used: {
      subject: 'Recovery code used',
      what: `A recovery code was used for your account at ${server}. It cannot be used again.`,
      otherwise: review,
    },
    deletion_requested: {
      subject: 'Your account will be deleted',
      what: `Your account at ${server} and everything in it will be deleted on ${deletes}. Until then you can sign in and keep it.`,
      otherwise: 'Otherwise, sign in, choose "Keep account", and change your password.',
    },
    deletion_canceled: {
      subject: 'Your account will not be deleted',
      what: `The deletion of your account at ${server} was canceled. Nothing was deleted.`,
      otherwise: review,
    },
  }
}

const ko: ChangeWords = (server, deletes) => {
  const otherwise =
    '아니라면 "비밀번호를 잊으셨나요?"로 새 비밀번호를 설정하세요. 모든 기기에서 로그아웃됩니다.'
  const review = '아니라면 비밀번호를 변경하고 설정의 보안 페이지를 확인하세요.'
  return {
    password_changed: {
      subject: '비밀번호가 변경되었습니다',
      what: `${server} 계정의 비밀번호가 변경되었습니다.`,
      otherwise,
    },
    password_reset: {
      subject: '비밀번호가 변경되었습니다',
      what: `메일의 링크로 ${server} 계정의 새 비밀번호가 설정되었습니다. 모든 기기에서 로그아웃되었습니다.`,
      otherwise,
    },
    factor_added: {
      subject: '인증 앱이 추가되었습니다',
      what: `이제 ${server} 계정에 로그인할 때 인증 앱의 코드를 입력해야 합니다.`,
      otherwise,
    },
    factor_removed: {
      subject: '인증 앱이 제거되었습니다',
      what: `이제 ${server} 계정에 로그인할 때 코드를 묻지 않습니다. 복구 코드도 더 이상 사용할 수 없습니다.`,
      otherwise: review,
    },
    passkey_added: {
      subject: '패스키가 추가되었습니다',
      what: `새 패스키로 ${server} 계정에 비밀번호 없이 로그인할 수 있습니다.`,
      otherwise: '아니라면 설정의 보안 페이지에서 패스키를 삭제하고 비밀번호를 변경하세요.',
    },
    passkey_removed: {
      subject: '패스키가 삭제되었습니다',
      what: `삭제한 패스키로는 더 이상 ${server} 계정에 로그인할 수 없습니다.`,
      otherwise: review,
    },
    recovery_codes_renewed: {
      subject: '새 복구 코드가 발급되었습니다',
      what: `${server} 계정의 복구 코드가 새로 발급되었습니다. 이전 코드는 더 이상 사용할 수 없습니다.`,
      otherwise: review,
    },
    recovery_code_used: {
      subject: '복구 코드가 사용되었습니다',
      what: `${server} 계정의 복구 코드 하나가 사용되었습니다. 이 코드는 다시 사용할 수 없습니다.`,
      otherwise: review,
    },
    deletion_requested: {
      subject: '계정이 삭제될 예정입니다',
      what: `${deletes}에 ${server} 계정과 모든 데이터가 삭제됩니다. 그 전에 로그인하면 계정을 유지할 수 있습니다.`,
      otherwise: '아니라면 로그인하여 "계정 유지"를 선택하고 비밀번호를 변경하세요.',
    },
    deletion_canceled: {
      subject: '계정이 유지됩니다',
      what: `${server} 계정의 삭제가 취소되었습니다. 삭제된 것은 없습니다.`,
      otherwise: review,
    },
  }
}

export const changeWords: Record<Language, ChangeWords> = { en, ko }
