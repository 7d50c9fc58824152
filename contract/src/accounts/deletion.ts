import Type from 'typebox'
import { routeGroup } from '../route.ts'
import { Clearable, Timestamp } from '../words.ts'
import { AssertionResponse } from './passkeys.ts'

const DeletesAt = Type.Union([Timestamp, Type.Null()], {
  description: 'When the account and all of its data will be deleted; null if no deletion is pending.',
})

export const DeletionState = Type.Object({ deletes_at: DeletesAt }, { title: 'DeletionState' })
export type DeletionState = Type.Static<typeof DeletionState>

export const RequestedDeletion = Type.Object(
  {
    ok: Type.Literal(true),
    deletes_at: Type.Union([Timestamp, Type.Null()], {
      description:
        'When the account will be deleted; you can cancel until then. Null if it is already deleted.',
    }),
  },
  { title: 'RequestedDeletion' },
)
export type RequestedDeletion = Type.Static<typeof RequestedDeletion>

const MEANWHILE =
  'Until then you can sign in and cancel. Your other devices are signed out; tokens, device passwords, apps, feeds, webhooks and subscriptions stop, and work again if you cancel. Shared items stay visible until the deletion. If you ask again, the first date stays.'

export const deletionRoutes = routeGroup({
  read: {
    method: 'GET',
    path: '/account/deletion',
    summary: 'Whether your account will be deleted, and when',
    description: '`deletes_at` is also in `GET /v1/users/me`.',
    response: DeletionState,
    errors: [403],
  },
  request: {
    method: 'POST',
    path: '/account/deletion',
    secret: true,
    summary: 'Ask for the deletion of your account',
    description: `Needs the password, a code from the authenticator app (or a recovery code), or a passkey. With an external OpenID provider, a sign-in within the last 10 minutes; your account at the provider stays. The account is deleted after the number of days set by the operator (\`ACCOUNT_DELETION_DAYS\`, 7 by default; 0 deletes at once). ${MEANWHILE} 400 if the password, code or passkey is wrong.`,
    body: Type.Object(
      {
        password: Clearable(Type.String({ maxLength: 512, description: 'The account password.' })),
        code: Clearable(
          Type.String({
            maxLength: 40,
            description: 'The six digits from the authenticator app, or a recovery code.',
          }),
        ),
        passkey: Type.Optional(
          Type.Union([AssertionResponse, Type.Null()], {
            description:
              'The result of `navigator.credentials.get` with the options from `POST /auth/passkey/options`.',
          }),
        ),
      },
      { title: 'DeletionRequest' },
    ),
    response: RequestedDeletion,
    errors: [400, 403],
  },
  cancel: {
    method: 'DELETE',
    path: '/account/deletion',
    summary: 'Cancel the deletion of your account',
    description: 'Does nothing if no deletion is pending.',
    response: DeletionState,
    errors: [403],
  },
})
