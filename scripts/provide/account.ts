// The account under which PostgreSQL runs when the tests run as root, because it refuses to run as root itself.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { CannotProvide } from './cannot-provide.ts'

const run = promisify(execFile)
const OWN_ACCOUNT = 'daymark-test'

export interface Account {
  uid: number
  gid: number
}

/** Nothing for an ordinary user, who needs no other account. */
export async function unprivilegedAccount(
  existing = ['postgres', OWN_ACCOUNT],
): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  for (const name of existing) {
    const account = await lookUp(name)
    if (account) return account
  }
  return createAccount()
}

async function lookUp(name: string): Promise<Account | undefined> {
  try {
    const [uid, gid] = await Promise.all(['-u', '-g'].map(option => run('id', [option, name])))
    return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) }
  } catch {
    return undefined
  }
}

async function createAccount(): Promise<Account> {
  const env = { PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` }
  const attempt = run('useradd', ['--system', '--user-group', '--no-create-home', OWN_ACCOUNT], { env })
  const reason = await attempt.then(
    () => '',
    (error: Error) => error.message.trim().replaceAll('\n', ' '),
  )
  // Looked up even after a failure: another run may have created it in the same moment.
  const account = await lookUp(OWN_ACCOUNT)
  if (account) return account
  throw new CannotProvide(
    `PostgreSQL refuses to run as root and the system user ${OWN_ACCOUNT} could not be created (${reason}): ` +
      'run the tests as an ordinary user, create that user, or set TEST_POSTGRES_URL.',
  )
}
