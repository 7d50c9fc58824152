import Type from 'typebox'
import { Nullable, OneOf, Timestamp, Uuid } from '../words.ts'

export const AccountSession = Type.Object(
  {
    id: Uuid,
    kind: OneOf(['sign_in', 'command'], {
      description:
        '`sign_in`: opened by signing in. `command`: an access token that the operator created on the command line.',
    }),
    created_at: Timestamp,
    last_used_at: Timestamp,
    expires_at: Timestamp,
    user_agent: Nullable(Type.String()),
    address: Type.Union([Type.String(), Type.Null()], {
      description: 'The IP address of the last use; null if it is not known.',
    }),
    current: Type.Boolean({ description: 'True for the session that makes this request.' }),
  },
  { title: 'AccountSession' },
)
export type AccountSession = Type.Static<typeof AccountSession>

export const RevokeTokens = Type.Boolean({
  description:
    'Whether personal access tokens, device passwords and tokens created on the command line are revoked too; true by default.',
})

export const revoked = {
  ok: Type.Literal(true),
  ended: Type.Integer({ description: 'How many other sessions were ended.' }),
  revoked_tokens: Type.Integer({
    description:
      'How many personal access tokens, device passwords and tokens created on the command line were revoked.',
  }),
}
