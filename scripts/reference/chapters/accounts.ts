// Tour chapters: sign-in, account deletion, and health checks.
import type { Chapter } from '../step.ts'

const byForeignPage = { status: 403, body: {}, headers: { cookie: 'daymark_refresh=1' } }
const signUp = { email: '{{email}}', password: '{{password}}', name: 'Ann' }

export const signingIn: Chapter = {
  title: 'Sign in',
  about:
    'Two accounts of this server, Ann and Bob, for the requests that follow. A server with an external OpenID provider has no accounts of its own: put tokens into `token` and `friend_token` instead and leave this folder out.',
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
      name: 'Create the account of Bob',
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

const assertion = {
  id: '{{credential_id}}',
  type: 'public-key',
  response: {
    clientDataJSON: '{{signed_client_data}}',
    authenticatorData: '{{authenticator_data}}',
    signature: '{{signature}}',
  },
}

export const securing: Chapter = {
  title: 'Secure the account',
  about:
    'An authenticator app as second factor, and a passkey. To send these requests yourself, put the code of the app into `totp_code` before you confirm. Only a browser can make the responses of a passkey.',
  steps: [
    { route: 'totp.read' },
    {
      route: 'totp.start',
      body: { password: '{{password}}' },
      keep: { totp_secret: 'secret' },
      faults: [{ status: 400, body: { password: 'a guess' } }],
    },
    {
      route: 'totp.confirm',
      body: { code: '{{totp_code}}' },
      faults: [{ status: 400, as: 'bob', body: { code: '123456' } }],
    },
    {
      route: 'totp.renewCodes',
      body: { password: '{{password}}' },
      faults: [
        { status: 400, body: { password: 'a guess' } },
        { status: 404, as: 'bob' },
      ],
    },
    {
      route: 'totp.remove',
      body: { password: '{{password}}' },
      faults: [
        { status: 400, before: true, body: { password: 'a guess' } },
        { status: 404, as: 'bob' },
      ],
    },
    {
      route: 'passkeys.options',
      body: { password: '{{password}}' },
      unlessPrepared: [400],
      keep: { passkey_challenge: 'options.challenge' },
      faults: [{ status: 400, body: { password: 'a guess' } }],
    },
    {
      route: 'passkeys.create',
      body: {
        name: 'Laptop',
        response: {
          id: '{{credential_id}}',
          type: 'public-key',
          response: {
            clientDataJSON: '{{client_data}}',
            attestationObject: '{{attestation}}',
            transports: ['internal'],
          },
        },
      },
      unlessPrepared: [400],
      keep: { passkey_id: 'id' },
      faults: [
        {
          status: 400,
          body: {
            name: 'Laptop',
            response: {
              id: 'AAAA',
              type: 'public-key',
              response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
            },
          },
        },
      ],
    },
    { route: 'passkeys.list' },
    {
      route: 'passkeys.rename',
      params: { passkey_id: '{{passkey_id}}' },
      body: { name: 'Work laptop' },
      unlessPrepared: [404],
    },
    {
      route: 'accounts.passkeyOptions',
      as: 'nobody',
      unlessPrepared: [400],
      keep: { sign_in_challenge: 'options.challenge' },
      faults: [{ status: 400, settings: { PUBLIC_URL: 'http://192.168.1.2' } }],
    },
    {
      route: 'accounts.passkeySignIn',
      as: 'nobody',
      body: { response: assertion },
      unlessPrepared: [400, 401],
      faults: [
        { status: 401, body: { response: { ...assertion, id: 'AAAA' } } },
        { status: 403, body: { response: assertion, refresh: 'cookie' } },
      ],
    },
    { route: 'passkeys.remove', params: { passkey_id: '{{passkey_id}}' }, unlessPrepared: [404] },
  ],
}

export const administering: Chapter = {
  title: 'Administer',
  about:
    'People, invitations and the state of the server. Only administrators can send these requests: the first account of a server is one.',
  steps: [
    {
      route: 'accounts.signUp',
      name: 'Create the account of Cleo',
      as: 'nobody',
      body: { email: 'cleo@example.org', password: '{{password}}', name: 'Cleo' },
    },
    { route: 'administration.status' },
    {
      route: 'administration.people',
      query: { q: 'cleo' },
      keep: { person_id: '0.id' },
    },
    {
      route: 'administration.updatePerson',
      params: { user_id: '{{person_id}}' },
      body: { disabled: false, role: 'user' },
      faults: [
        { status: 409, params: { user_id: '{{account_id}}' }, body: { disabled: true } },
        { status: 422, body: { role: 'owner' } },
      ],
    },
    {
      route: 'administration.signOutPerson',
      params: { user_id: '{{person_id}}' },
    },
    { route: 'administration.resetFactors', params: { user_id: '{{person_id}}' } },
    {
      route: 'administration.removePerson',
      params: { user_id: '{{person_id}}' },
      faults: [{ status: 409, params: { user_id: '{{account_id}}' } }],
    },
    {
      route: 'administration.invite',
      body: { email: 'dan@example.org', days: 3 },
      keep: { invitation_id: 'id' },
    },
    { route: 'administration.invitations' },
    {
      route: 'administration.removeInvitation',
      params: { invitation_id: '{{invitation_id}}' },
    },
  ],
}

const elsewhere = { OIDC_ISSUER_URL: 'https://id.example.org', OIDC_CLIENT_ID: 'daymark' }

export const addresses: Chapter = {
  title: 'Email address',
  about: 'Links in emails that verify an address or change it. They need a server with `SMTP_URL`.',
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
      body: { token: '{{verify_token}}' },
      faults: [
        { status: 400, body: { token: 'not one of ours' } },
        { status: 409, before: true, body: { token: '{{taken_token}}' } },
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
  about: 'Sessions, the password, and the end of both accounts: the tour leaves nothing behind.',
  steps: [
    {
      route: 'accounts.signIn',
      name: 'Sign in on a second device',
      as: 'nobody',
      body: { email: '{{email}}', password: '{{password}}' },
      keep: { other_refresh_token: 'refresh_token' },
    },
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
      route: 'accounts.deleteAccount',
      name: 'Delete the account of Bob',
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
