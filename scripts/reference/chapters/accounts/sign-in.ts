import type { Chapter } from '../../step.ts'

const byForeignPage = { status: 403, body: {}, headers: { cookie: 'daymark_refresh=1' } }
const signUp = { email: '{{email}}', password: '{{password}}', name: 'Ann' }

export const signingIn: Chapter = {
  title: 'Sign in',
  about:
    'Creates two accounts on this server, Ann and Bob, for the requests that follow. A server with an external OpenID provider has no accounts of its own: skip this folder and put tokens in `token` and `friend_token`.',
  steps: [
    { route: 'server.info', as: 'nobody' },
    {
      route: 'accounts.signUp',
      as: 'nobody',
      body: signUp,
      faults: [{ status: 403, settings: { ACCOUNTS_SIGNUP: 'closed' } }],
    },
    {
      route: 'accounts.signIn',
      as: 'nobody',
      body: { email: '{{email}}', password: '{{password}}' },
      keep: { token: 'access_token', refresh_token: 'refresh_token' },
      faults: [
        { status: 401, body: { email: '{{email}}', password: 'a guess' } },
        { status: 403, body: { email: '{{email}}', password: '{{password}}', refresh: 'cookie' } },
      ],
    },
    {
      route: 'accounts.refresh',
      as: 'nobody',
      body: { refresh_token: '{{refresh_token}}' },
      keep: { token: 'access_token', refresh_token: 'refresh_token' },
      faults: [{ status: 401, body: { refresh_token: 'not one of ours' } }, byForeignPage],
    },
    { route: 'accounts.me', keep: { account_id: 'id' } },
    {
      route: 'accounts.rename',
      body: { name: 'Ann Example' },
      faults: [{ status: 422, body: { name: '' } }],
    },
    {
      route: 'accounts.signUp',
      name: "Create Bob's account",
      as: 'nobody',
      body: { email: '{{friend_email}}', password: '{{password}}', name: 'Bob' },
    },
    {
      route: 'accounts.signIn',
      name: 'Sign in as Bob',
      as: 'nobody',
      body: { email: '{{friend_email}}', password: '{{password}}' },
      keep: { friend_token: 'access_token' },
    },
  ],
}

const elsewhere = { OIDC_ISSUER_URL: 'https://id.example.org', OIDC_CLIENT_ID: 'daymark' }

export const addresses: Chapter = {
  title: 'Email address',
  about: 'Emailed links that verify or change an address. They need a server with `SMTP_URL`.',
  steps: [
    {
      route: 'accountMail.requestVerification',
      unlessPrepared: [409],
      faults: [{ status: 409, as: 'bob' }],
    },
    {
      route: 'accountMail.confirmAddress',
      as: 'nobody',
      unlessPrepared: [400],
      body: { token: '{{verify_token}}', password: '{{password}}' },
      faults: [
        { status: 400, body: { token: 'not one of ours' } },
        { status: 403, before: true, body: { token: '{{verify_token}}' } },
        { status: 409, before: true, body: { token: '{{taken_token}}', password: '{{password}}' } },
      ],
    },
    {
      route: 'accountMail.changeEmail',
      unlessPrepared: [409],
      body: { email: 'ann@new.example.org', password: '{{password}}' },
      faults: [
        { status: 400, body: { email: 'ann@new.example.org', password: 'a guess' } },
        { status: 409, body: { email: '{{email}}', password: '{{password}}' } },
      ],
    },
    { route: 'accountMail.cancelEmailChange' },
  ],
}

export const leaving: Chapter = {
  title: 'Leave',
  about:
    'Sessions, the password, and deleting both accounts. When the time to cancel is over, the walkthrough leaves nothing behind.',
  steps: [
    {
      route: 'accounts.signIn',
      name: 'Sign in on a second device',
      as: 'nobody',
      body: { email: '{{email}}', password: '{{password}}' },
      keep: { other_refresh_token: 'refresh_token' },
    },
    { route: 'openings.list' },
    { route: 'openings.end', body: { ids: ['01999999-9999-7999-8999-999999999998'] } },
    { route: 'sessions.list', keep: { session_id: '0.id' } },
    { route: 'sessions.remove', params: { session_id: '{{session_id}}' } },
    { route: 'sessions.removeOthers' },
    { route: 'audit.list', query: { limit: 5 } },
    {
      route: 'accounts.signIn',
      name: 'Sign in on a third device',
      as: 'nobody',
      body: { email: '{{email}}', password: '{{password}}' },
      keep: { other_refresh_token: 'refresh_token' },
    },
    { route: 'accounts.sessions', keep: { session_id: '0.id' } },
    { route: 'accounts.endSession', params: { session_id: '{{session_id}}' } },
    {
      route: 'accounts.signOut',
      as: 'nobody',
      body: { refresh_token: '{{other_refresh_token}}' },
      faults: [byForeignPage],
    },
    { route: 'accounts.endOtherSessions' },
    {
      route: 'accounts.changePassword',
      body: { current_password: '{{password}}', new_password: '{{new_password}}' },
      faults: [{ status: 400, body: { current_password: 'a guess', new_password: '{{new_password}}' } }],
    },
    {
      route: 'deletion.request',
      body: { password: '{{new_password}}' },
      faults: [{ status: 400, before: true, body: { password: 'a guess' } }],
    },
    { route: 'deletion.read' },
    { route: 'deletion.cancel' },
    {
      route: 'accounts.deleteAccount',
      name: "Delete Bob's account",
      as: 'bob',
      body: { password: '{{password}}' },
      faults: [{ status: 400, before: true, body: { password: 'a guess' } }],
    },
    { route: 'accounts.deleteAccount', body: { password: '{{new_password}}' } },
    {
      route: 'accountMail.requestReset',
      as: 'nobody',
      unlessPrepared: [409],
      body: { email: '{{email}}' },
      faults: [{ status: 409, settings: elsewhere }],
    },
    {
      route: 'accountMail.confirmReset',
      as: 'nobody',
      unlessPrepared: [400],
      body: { token: '{{reset_token}}', password: '{{new_password}}' },
      faults: [
        { status: 400, body: { token: 'not one of ours', password: '{{new_password}}' } },
        { status: 409, settings: elsewhere },
      ],
    },
  ],
}

export const operating: Chapter = {
  title: 'Operate',
  about: 'Whether the server works, for supervisors and load balancers.',
  steps: [
    { route: 'server.health', as: 'nobody' },
    { route: 'server.ready', as: 'nobody' },
  ],
}
