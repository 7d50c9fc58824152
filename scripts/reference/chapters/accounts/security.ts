import type { Chapter } from '../../step.ts'

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
    "An authenticator app as a second factor, and a passkey. To send these requests yourself, put the app's code in `totp_code` before you confirm. Only a browser can create a passkey's responses.",
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
    "People, invitations and the state of the server. Only administrators can send these requests. A server's first account is an administrator.",
  steps: [
    {
      route: 'accounts.signUp',
      name: "Create Cleo's account",
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
