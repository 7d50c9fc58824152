import type { AuditEvent } from '@daymark/contract/accounts/security'
import { texts } from '../../session/language.tsx'

interface AuditTexts {
  title: string
  hint: string
  none: string
  more: string
  operator: string
  named(name: string): string
  events: Record<AuditEvent, string>
}

const en: AuditTexts = {
  title: 'Account activity',
  hint: 'The last 180 days. If you do not recognize something, change your password and sign out other devices.',
  none: 'No activity yet',
  more: 'Show more',
  operator: 'Server operator',
  named: name => `“${name}”`,
  events: {
    signed_in: 'Signed in',
    sign_in_failed: 'Failed sign-in',
    signed_out: 'Signed out',
    signed_out_others: 'Signed out other devices',
    password_changed: 'Password changed',
    token_created: 'Access token created',
    token_used: 'Access token used',
    token_revoked: 'Access token revoked',
    device_password_created: 'Device password created',
    device_password_used: 'Device password used',
    device_password_revoked: 'Device password revoked',
    password_reset: 'Password reset by email',
    email_verified: 'Email address verified',
    email_change_requested: 'Email address change requested',
    email_changed: 'Email address changed',
    role_changed: 'Role changed by an administrator',
    account_created: 'Account created by the operator',
    account_deleted: 'Account deleted',
    account_disabled: 'Account disabled by an administrator',
    account_enabled: 'Account enabled by an administrator',
    invitation_created: 'Invitation created',
    invitation_removed: 'Invitation withdrawn',
    deletion_requested: 'Account deletion requested',
    deletion_canceled: 'Account deletion canceled',
    tokens_revoked: 'All tokens revoked',
    app_connected: 'App connected',
    app_used: 'App used',
    app_revoked: 'App disconnected',
    factor_added: 'Two-step sign-in turned on',
    factor_removed: 'Two-step sign-in turned off',
    recovery_code_used: 'Recovery code used',
    recovery_codes_renewed: 'Recovery codes replaced',
    passkey_added: 'Passkey added',
    passkey_removed: 'Passkey removed',
    data_exported: 'Data exported',
    command_run: 'Command of the operator',
    feed_removed: 'Calendar feed deleted',
    webhook_removed: 'Webhook deleted',
    push_removed: 'Push device removed',
  },
}

const ko: AuditTexts = {
  title: '계정 활동',
  hint: '최근 180일의 기록입니다. 모르는 활동이 있으면 비밀번호를 바꾸고 다른 기기에서 로그아웃하세요.',
  none: '아직 기록이 없습니다',
  more: '더 보기',
  operator: '서버 운영자',
  named: name => `“${name}”`,
  events: {
    signed_in: '로그인',
    sign_in_failed: '로그인 실패',
    signed_out: '로그아웃',
    signed_out_others: '다른 기기에서 로그아웃',
    password_changed: '비밀번호 변경',
    token_created: '액세스 토큰 생성',
    token_used: '액세스 토큰 사용',
    token_revoked: '액세스 토큰 폐기',
    device_password_created: '기기 비밀번호 생성',
    device_password_used: '기기 비밀번호 사용',
    device_password_revoked: '기기 비밀번호 폐기',
    password_reset: '메일로 비밀번호 재설정',
    email_verified: '이메일 주소 인증',
    email_change_requested: '이메일 주소 변경 요청',
    email_changed: '이메일 주소 변경',
    role_changed: '관리자가 역할 변경',
    account_disabled: '관리자가 계정 사용 중지',
    account_enabled: '관리자가 계정 사용 재개',
    invitation_created: '초대 생성',
    invitation_removed: '초대 철회',
    account_created: '운영자가 계정 생성',
    account_deleted: '계정 삭제',
    command_run: '운영자 명령',
    deletion_requested: '계정 삭제 요청',
    deletion_canceled: '계정 삭제 취소',
    tokens_revoked: '모든 토큰 폐기',
    app_connected: '앱 연결',
    app_used: '앱 사용',
    app_revoked: '앱 연결 해제',
    factor_added: '2단계 로그인 켜짐',
    factor_removed: '2단계 로그인 꺼짐',
    recovery_code_used: '복구 코드 사용',
    recovery_codes_renewed: '복구 코드 교체',
    passkey_added: '패스키 추가',
    passkey_removed: '패스키 삭제',
    data_exported: '데이터 내보내기',
    feed_removed: '캘린더 피드 삭제',
    webhook_removed: '웹훅 삭제',
    push_removed: '푸시 기기 제거',
  },
}

export const auditTexts = texts({ en, ko })
