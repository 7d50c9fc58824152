import Type from 'typebox'
import { routeGroup } from '../route.ts'
import { Clearable, Line, Nullable, Ok, pageQuery, Timestamp, Uuid, UuidIn } from '../words.ts'

const MAX_ID = 2_000
const MAX_MESSAGE = 20_000

const Encoded = (description: string, maxLength = MAX_MESSAGE) => Type.String({ maxLength, description })

const credential = {
  id: Encoded('The id of the credential in base64url.', MAX_ID),
  type: Type.Literal('public-key', { description: 'Always `public-key`.' }),
}

/** The JSON form of the credential that `navigator.credentials.create` returns. Other fields are ignored. */
export const AttestationResponse = Type.Object(
  {
    ...credential,
    response: Type.Object({
      clientDataJSON: Encoded('The client data from the browser, in base64url.'),
      attestationObject: Encoded('The new key, in base64url.'),
      transports: Type.Optional(
        Type.Array(Type.String({ maxLength: 40, pattern: '^[a-z-]+$' }), {
          maxItems: 10,
          description: 'How the browser reaches the authenticator.',
        }),
      ),
    }),
  },
  { title: 'AttestationResponse' },
)
export type AttestationResponse = Type.Static<typeof AttestationResponse>

/** The JSON form of the credential that `navigator.credentials.get` returns. Other fields are ignored. */
export const AssertionResponse = Type.Object(
  {
    ...credential,
    response: Type.Object({
      clientDataJSON: Encoded('The client data from the browser, in base64url.'),
      authenticatorData: Encoded('The authenticator data, in base64url.'),
      signature: Encoded('The signature, in base64url.'),
    }),
  },
  { title: 'AssertionResponse' },
)
export type AssertionResponse = Type.Static<typeof AssertionResponse>

export const PasskeyOptions = Type.Object(
  {
    options: Type.Record(Type.String(), Type.Unknown(), {
      description:
        'The options in the JSON form of WebAuthn, for `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`. The challenge works once, for 5 minutes.',
    }),
  },
  { title: 'PasskeyOptions' },
)

export const Passkey = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    synced: Type.Boolean({ description: "Whether the passkey is synced to the person's other devices." }),
    created_at: Timestamp,
    last_used_at: Nullable(Timestamp),
  },
  { title: 'Passkey' },
)
export type Passkey = Type.Static<typeof Passkey>

const params = Type.Object({
  passkey_id: Type.Unsafe<string>({ ...UuidIn, description: 'The passkey.' }),
})

export const passkeyRoutes = routeGroup({
  list: {
    method: 'GET',
    path: '/account/passkeys',
    summary: 'List your passkeys, newest first',
    description: 'Empty with an external OpenID provider, which manages its own passkeys.',
    query: Type.Object(pageQuery),
    response: Type.Array(Passkey),
    list: true,
    errors: [403],
  },
  options: {
    method: 'POST',
    path: '/account/passkeys/options',
    secret: true,
    summary: 'Start adding a passkey',
    description:
      "Returns the options for `navigator.credentials.create`. Send `password` unless you signed in within the last 10 minutes (otherwise 403). 400 if the password is wrong, or if the server's public address uses neither HTTPS nor `localhost`.",
    body: Type.Object(
      {
        password: Clearable(
          Type.String({
            maxLength: 512,
            description: 'The account password; required if you signed in more than 10 minutes ago.',
          }),
        ),
      },
      { title: 'PasskeyStart' },
    ),
    response: PasskeyOptions,
    errors: [400, 403],
  },
  create: {
    method: 'POST',
    path: '/account/passkeys',
    secret: true,
    summary: 'Add a passkey',
    description:
      'Accepts the result of `navigator.credentials.create`. You can then sign in with the passkey alone. 400 if it cannot be verified, if you already have it, or if you have 20.',
    body: Type.Object({ name: Line(100), response: AttestationResponse }, { title: 'PasskeyCreate' }),
    status: 201,
    response: Passkey,
    errors: [400, 403],
  },
  rename: {
    method: 'PATCH',
    path: '/account/passkeys/{passkey_id}',
    summary: 'Rename a passkey',
    description: 'Only you can see the name.',
    params,
    body: Type.Object({ name: Line(100) }, { title: 'PasskeyPatch' }),
    response: Passkey,
    errors: [403, 404],
  },
  remove: {
    method: 'DELETE',
    path: '/account/passkeys/{passkey_id}',
    summary: 'Remove a passkey',
    description: 'It can no longer be used to sign in. Sessions that it opened continue.',
    params,
    response: Ok,
    errors: [403, 404],
  },
})
