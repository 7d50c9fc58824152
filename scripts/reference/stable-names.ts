// Replaces random ids and secrets with stable ones, so that recordings can be compared.

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** Obviously fake secrets. Where length matters, they are as long as real ones. */
const SECRETS: Record<string, string> = {
  secret: 'whsec_RXhhbXBsZUV4YW1wbGVFeGFtcGxl',
  access_token: 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIuLi4ifQ.c2lnbmF0dXJl',
  refresh_token: 'cmVmcmVzaA.MQ.c2lnbmF0dXJl',
  token: 'dmk_Example0Example0Example0Example0Example0Exa',
  link: 'Example0Example0Example0Example0Example0Exa',
  edit_token: 'Example1Example1Example1Example1Example1Exa',
  prefix: 'dmk_Exam',
  friend_code: 'K7QXM2PA',
  challenge: 'RXhhbXBsZUV4YW1wbGVFeGFtcGxlRXhhbXBsZUV4YW1wbGU',
  clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0',
  attestationObject: 'o2NmbXRkbm9uZQ',
  authenticatorData: 'RXhhbXBsZUV4YW1wbGU',
  signature: 'RXhhbXBsZUV4YW1wbGU',
  next: 'RXhhbXBsZUN1cnNvcg',
}

/**
 * Device passwords and user passwords have the same field name, so device passwords are recognized by their format.
 */
const DEVICE_PASSWORD = /^(?:[a-z2-9]{4}-){4}[a-z2-9]{4}$/

/** Web Push public keys, which are replaced with the example in RFC 8291. */
const PUSH_KEY = /^B[\w-]{86}$/
const EXAMPLE_KEY = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'

/** Feed URLs, which contain the recording server's port. */
const FEED = /^(?:https?|(webcal)):\/\/[^/]+\/feeds\/[\w-]{43}\.ics$/
const EXAMPLE_FEED = '//daymark.example.org/feeds/Example0Example0Example0Example0Example0Exa.ics'

/** WebAuthn credential ids and user handles. */
const CREDENTIAL_ID = /^[\w-]{22}$|^[\w-]{48}$/

/** Authenticator app secrets and recovery codes. */
const TOTP_SECRET = /^[A-Z2-7]{32}$/
const EXAMPLE_TOTP = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const RECOVERY_CODE = /^(?:[a-z2-9]{4}-){5}[a-z2-9]{4}$/

function stable(key: string, value: string): string {
  if (TOTP_SECRET.test(value)) return EXAMPLE_TOTP
  if (value.startsWith('otpauth:')) return value.replace(/secret=\w+/, `secret=${EXAMPLE_TOTP}`)
  if (RECOVERY_CODE.test(value)) return 'exam-pley-code-exam-pley-code'
  if (key === 'id' && CREDENTIAL_ID.test(value)) return 'Y3JlZGVudGlhbENyZWRlbg'
  if (key === 'code' && /^\d{6}$/.test(value)) return '123456'
  if (value.includes('#invitation=')) return value.replace(/#.*/, '#invitation=aW52aXRhdGlvbg')
  const feed = FEED.exec(value)
  if (feed) return `${feed[1] ?? 'https'}:${EXAMPLE_FEED}`
  if (DEVICE_PASSWORD.test(value)) return 'exam-pley-exam-pley-exam'
  return SECRETS[key] ?? (PUSH_KEY.test(value) ? EXAMPLE_KEY : value)
}

/** Fixed values that replace measured ones, because those differ in each recording. */
const MEASURED: Record<string, unknown> = {
  duration_ms: 120,
  database_bytes: 1_048_576,
  disk_free_bytes: 21_474_836_480,
  disk_total_bytes: 53_687_091_200,
  age_s: 0,
}

/** The waiting jobs of a server are a list. Its readiness has a component of the same name. */
const isJobList = (key: string, value: unknown): boolean => key === 'jobs' && Array.isArray(value)

interface Health {
  status: string
  components: { jobs: { status: string } }
}

/** The mail server of the recording does not exist, so jobs that send mail fail, sooner or later. */
const isHealth = (value: unknown): value is Health =>
  typeof value === 'object' && value !== null && 'components' in value && 'status' in value

function measured(key: string, value: unknown): unknown {
  if (isJobList(key, value)) return []
  if (!isHealth(value)) return MEASURED[key] ?? value
  return { ...value, status: 'ok', components: { ...value.components, jobs: { status: 'ok', age_s: 0 } } }
}

/** Replaces secrets and measured values, and numbers ids in order of appearance: ...0001, ...0002. */
export function nameStably<T>(value: T): T {
  const names = new Map<string, string>()
  const nameOf = (id: string) => {
    const known = names.get(id) ?? `01a1dd40-93c2-7156-a99d-${String(names.size + 1).padStart(12, '0')}`
    names.set(id, known)
    return known
  }
  const text = JSON.stringify(value, (key, each) =>
    typeof each === 'string' ? stable(key, each) : measured(key, each),
  )
  return JSON.parse(text.replace(UUID, nameOf)) as T
}
