// Second factors: authenticator apps (TOTP) and recovery codes.
import Type from 'typebox'
import { routeGroup } from '../route.ts'
import { Clearable, Ok, Timestamp } from '../words.ts'

const MAX_CODE = 40

const Code = Type.String({
  maxLength: MAX_CODE,
  description: 'The six digits from the authenticator app, or a recovery code.',
})

const Password = Clearable(
  Type.String({
    maxLength: 512,
    description: 'The account password; required if you signed in more than 10 minutes ago.',
  }),
)

export const TotpState = Type.Object(
  {
    enabled: Type.Boolean({ description: 'Whether sign-ins with the password ask for a code.' }),
    confirmed_at: Type.Union([Timestamp, Type.Null()], {
      description: 'When the authenticator app was added; null if there is none.',
    }),
    recovery_codes_left: Type.Integer({ description: 'How many recovery codes have not been used yet.' }),
  },
  { title: 'TotpState' },
)
export type TotpState = Type.Static<typeof TotpState>

export const NewTotp = Type.Object(
  {
    secret: Type.String({ description: 'The secret in Base32, to type into an authenticator app.' }),
    url: Type.String({ description: 'The same secret as an `otpauth:` URI, for a QR code.' }),
  },
  { title: 'NewTotp' },
)
export type NewTotp = Type.Static<typeof NewTotp>

export const RecoveryCodes = Type.Object(
  {
    recovery_codes: Type.Array(Type.String(), {
      description: 'Ten codes. Each replaces a code from the app once. They are shown only here.',
    }),
  },
  { title: 'RecoveryCodes' },
)

export const totpRoutes = routeGroup({
  read: {
    method: 'GET',
    path: '/account/totp',
    summary: 'Whether your account has an authenticator app',
    description:
      'Never enabled with an external OpenID provider, because the provider handles second factors.',
    response: TotpState,
    errors: [403],
  },
  start: {
    method: 'POST',
    path: '/account/totp',
    secret: true,
    summary: 'Start adding an authenticator app',
    description:
      'Returns a new secret. Nothing changes until you confirm it with a code. Send `password` unless you signed in within the last 10 minutes (otherwise 403); 400 if the password is wrong, if the account already has an app, or with an external OpenID provider.',
    body: Type.Object({ password: Password }, { title: 'TotpStart' }),
    status: 201,
    response: NewTotp,
    errors: [400, 403],
  },
  confirm: {
    method: 'POST',
    path: '/account/totp/confirm',
    secret: true,
    summary: 'Confirm the authenticator app with its first code',
    description:
      'From now on, sign-ins with the password ask for a code. Returns ten recovery codes. 400 if the code is wrong, or if there is nothing to confirm.',
    body: Type.Object({ code: Code }, { title: 'TotpConfirm' }),
    response: RecoveryCodes,
    errors: [400, 403],
  },
  renewCodes: {
    method: 'POST',
    path: '/account/totp/recovery_codes',
    secret: true,
    summary: 'Replace the recovery codes',
    description:
      'All earlier recovery codes stop working. Send `password` unless you signed in within the last 10 minutes. 404 without an authenticator app.',
    body: Type.Object({ password: Password }, { title: 'RecoveryCodesRenew' }),
    response: RecoveryCodes,
    errors: [400, 403, 404],
  },
  remove: {
    method: 'DELETE',
    path: '/account/totp',
    secret: true,
    summary: 'Remove the authenticator app and the recovery codes',
    description: 'Needs the password, or a code. 400 if it is wrong, 404 if there is no authenticator app.',
    body: Type.Object(
      {
        password: Clearable(Type.String({ maxLength: 512, description: 'The account password.' })),
        code: Clearable(Code),
      },
      { title: 'TotpRemoval' },
    ),
    response: Ok,
    errors: [400, 403, 404],
  },
})
