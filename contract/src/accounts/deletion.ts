// Schemas and routes for deleting one's own account.
import Type from 'typebox'
import { routeGroup } from '../route.ts'
import { Clearable, Timestamp } from '../words.ts'
import { AssertionResponse } from './passkeys.ts'

const DeletesAt = Type.Union([Timestamp, Type.Null()], {
  description: 'When the account and all of its data will be deleted; null if nobody has asked for that.',
})

export const DeletionState = Type.Object({ deletes_at: DeletesAt }, { title: 'DeletionState' })
export type DeletionState = Type.Static<typeof DeletionState>

export const RequestedDeletion = Type.Object(
  {
    ok: Type.Literal(true),
    deletes_at: Type.Union([Timestamp, Type.Null()], {
      description: 'Until then you can cancel; null if the account is already deleted.',
    }),
  },
  { title: 'RequestedDeletion' },
)
export type RequestedDeletion = Type.Static<typeof RequestedDeletion>

const MEANWHILE =
  'Until then you can sign in and cancel. Your other devices are signed out; tokens, device passwords, apps, feeds, webhooks and subscriptions stop, and work again if you cancel. What you share stays visible until the deletion. If you ask again, the first date stays.'

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
    description: `Needs the password, a code of the authenticator app (or a recovery code), or a passkey. With an external OpenID provider, a sign-in within the last 10 minutes; your account at the provider stays. The account is deleted after the days that the operator has set (\`ACCOUNT_DELETION_DAYS\`, 7 by default; 0 deletes at once). ${MEANWHILE} 400 if the password, code or passkey is wrong.`,
    body: Type.Object(
      {
        password: Clearable(Type.String({ maxLength: 512, description: 'The password of the account.' })),
        code: Clearable(
          Type.String({
            maxLength: 40,
            description: 'The six digits of the authenticator app, or a recovery code.',
          }),
        ),
        passkey: Type.Optional(
          Type.Union([AssertionResponse, Type.Null()], {
            description:
              'What `navigator.credentials.get` has returned for the options of `POST /auth/passkey/options`.',
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
    summary: 'Keep your account',
    description: 'Cancels the deletion. Does nothing if nobody has asked for it.',
    response: DeletionState,
    errors: [403],
  },
})
