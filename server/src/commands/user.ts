import { foldCase } from '@daymark/contract/validation/email'
import { peopleOf, userAdmin } from '../features/people/users/admin.ts'
import { nearestName } from '../platform/kernel/nearest-name.ts'
import { systemClock } from '../platform/kernel/time/clock.ts'
import { RECHECK_MS } from '../platform/sign-in/authenticator.ts'
import { signOutEverybody } from './sign-out-everybody.ts'
import { Refusal } from './support/arguments.ts'
import { commandSource, recordCommand } from './support/audit.ts'
import { type CommandParts, embeddedAccounts, readEmail, runDatabaseCommand } from './support/command.ts'
import { unknownAddress } from './support/near-addresses.ts'
import { table } from './support/table.ts'

const USAGE = `Usage: npm run user -- <command> [options]

  list                                          prints all people, with their ids
  create --email a@b.c [--name N]               creates an account and prints its password
  reset-password --email a@b.c                  prints a new password; ends all sessions and tokens
  reset-factors --email a@b.c                   removes authenticator app, recovery codes and passkeys
  verify --email a@b.c                          treats the address as verified, without an email
  change-email --email a@b.c --to d@e.f         changes the address; the new one counts as verified
  role --email a@b.c --role admin|user          sets whether the person may use the Administration page
  disable --email a@b.c                         blocks sign-in, tokens, feeds and webhooks of this person
  enable --email a@b.c                          undoes disable
  keep --email a@b.c                            cancels the deletion that the person requested
  delete --email a@b.c --yes                    deletes the person and everything that belongs to them
  --setup-link                                  prints the setup code and the link for the first account
  sign-out-everybody --yes [--keep-tokens]      replaces keys and secret; everyone must sign in again, and
                                                all personal access tokens are revoked unless kept

With --password-stdin, create and reset-password read a password from the first line of the input.
role, disable, enable, keep and delete also accept --id instead of --email.`

interface Options {
  email?: string | undefined
  to?: string | undefined
  role?: string | undefined
  id?: string | undefined
  name?: string | undefined
  yes?: boolean | undefined
  'keep-tokens'?: boolean | undefined
  'setup-link'?: boolean | undefined
  'password-stdin'?: boolean | undefined
}

interface Parts extends CommandParts {
  /** The words of this command, for the audit trail. */
  command: string
}

type Command = (parts: Parts, options: Options) => Promise<void>

const SOON = `A running server applies this within ${RECHECK_MS / 1000} seconds.`

/** Printed by `sign-out-everybody`, which replaces the secret that encrypts the secrets of authenticator apps. */
const CODES =
  'Authenticator apps have to be set up again: people sign in with a recovery code, or you run reset-factors.'

const commands: Record<string, Command> = {
  async list({ storage }) {
    const people = await peopleOf(storage)
    if (people.length === 0) return console.log('There are no people yet.')
    const rows = people.map(({ email, name, id, created_at, disabled, deletes_at, admin }) => [
      email ?? '-',
      name,
      id,
      new Date(created_at).toISOString().slice(0, 10),
      stateOf(disabled, deletes_at),
      admin ? 'admin' : 'user',
    ])
    console.log(table(['EMAIL', 'NAME', 'ID', 'SINCE', 'STATE', 'ROLE'], rows))
  },

  async create(parts, options) {
    const email = readEmail(options.email, USAGE)
    const { admin } = await embeddedAccounts(parts, parts.command)
    const password = await admin.create(
      email,
      options.name?.trim() || undefined,
      await givenPassword(options),
    )
    printPassword(`The account ${email} was created.`, password, options)
  },

  async 'reset-password'(parts, options) {
    const email = readEmail(options.email, USAGE)
    const { admin } = await accountOf(parts, email)
    const password = await admin.resetPassword(email, await givenPassword(options))
    printPassword(
      `${email} has a new password and is signed out everywhere; all tokens are revoked. ${SOON}`,
      password,
      options,
    )
  },

  async 'reset-factors'(parts, options) {
    const email = readEmail(options.email, USAGE)
    const { admin } = await accountOf(parts, email)
    await admin.resetFactors(email)
    console.log(`${email} can now sign in with only the password.`)
  },

  async verify(parts, options) {
    const email = readEmail(options.email, USAGE)
    await (await accountOf(parts, email)).admin.verify(email)
    console.log(`The address ${email} is verified.`)
  },

  async 'change-email'(parts, options) {
    const [email, to] = [readEmail(options.email, USAGE), readEmail(options.to, USAGE)]
    await (await accountOf(parts, email)).admin.verify(email, to)
    console.log(`The account ${email} now has the address ${to}, which counts as verified.`)
  },

  async role(parts, options) {
    const { people, person } = await chosen(parts, options)
    await people.setRole(person.id, options.role === 'admin')
    console.log(`${person.email ?? person.id} has the role ${options.role}.`)
  },

  async disable(parts, options) {
    const { people, person } = await chosen(parts, options)
    await people.setDisabled(person.id, true)
    console.log(`${person.email ?? person.id} is disabled. ${SOON}`)
  },

  async enable(parts, options) {
    const { people, person } = await chosen(parts, options)
    await people.setDisabled(person.id, false)
    console.log(`${person.email ?? person.id} is enabled. ${SOON}`)
  },

  async keep(parts, options) {
    const { people, person } = await chosen(parts, options)
    const kept = await people.keep(person.id)
    const name = person.email ?? person.id
    console.log(
      kept ? `${name} will not be deleted.` : `${name} has not requested the deletion of their account.`,
    )
  },

  async delete(parts, options) {
    const { people, person } = await chosen(parts, options)
    if (!options.yes) {
      throw new Refusal(
        `This deletes ${person.email ?? person.id} and all of their data permanently. Add --yes to confirm.`,
      )
    }
    await people.remove(person.id)
    console.log(`${person.email ?? person.id} is deleted. ${SOON}`)
  },

  async '--setup-link'(parts) {
    const setup = await (await embeddedAccounts(parts, parts.command)).setup.code()
    if (!setup)
      throw new Refusal(
        parts.config.ACCOUNTS_SIGNUP === 'closed'
          ? 'Sign-up is closed (ACCOUNTS_SIGNUP). Create the first account with "npm run user -- create --email a@b.c".'
          : 'This server has an account already. Only the first one needs a setup code.',
      )
    await recordCommand(parts.storage, parts.command)
    console.log(`Setup code: ${setup.code}\nLink:       ${setup.url}`)
  },

  async 'sign-out-everybody'({ storage, config, command }, options) {
    if (!options.yes) throw new Refusal('Everyone must sign in again after this. Add --yes to confirm.')
    const keepTokens = options['keep-tokens'] ?? false
    await signOutEverybody(storage, config, { keepTokens })
    await recordCommand(storage, command)
    const kept = keepTokens ? 'Personal access tokens keep working.' : 'All tokens are revoked.'
    console.log(`Everyone is signed out. ${kept} ${CODES} Restart the server if it is running.`)
  },
}

const stateOf = (disabled: boolean, deletesAt: number | null): string =>
  [
    disabled ? 'disabled' : 'active',
    ...(deletesAt === null ? [] : [`to be deleted on ${new Date(deletesAt).toISOString().slice(0, 10)}`]),
  ].join(', ')

const options = {
  email: { type: 'string' },
  to: { type: 'string' },
  role: { type: 'string' },
  id: { type: 'string' },
  name: { type: 'string' },
  yes: { type: 'boolean' },
  'setup-link': { type: 'boolean' },
  'keep-tokens': { type: 'boolean' },
  'password-stdin': { type: 'boolean' },
} as const

function check({ positionals: [name], values }: { positionals: string[]; values: Options }): void {
  if (name === undefined && values['setup-link']) return
  if (name === undefined) throw new Refusal(`Name a command.\n\n${USAGE}`)
  if (Object.hasOwn(commands, name)) {
    checkPerson(name, values)
    return
  }
  const meant = nearestName(name, Object.keys(commands))
  const suggestion = meant === undefined ? '' : ` Did you mean "${meant}"?`
  throw new Refusal(`There is no command "${name}".${suggestion}\n\n${USAGE}`)
}

const WITH_EMAIL = ['create', 'reset-password', 'reset-factors', 'verify', 'change-email']

function checkPerson(command: string, { email, to, role, id }: Options): void {
  if (WITH_EMAIL.includes(command)) readEmail(email, USAGE)
  if (command === 'change-email' && to === undefined) throw new Refusal(`--to is required.\n\n${USAGE}`)
  if (
    ['disable', 'enable', 'keep', 'delete', 'role'].includes(command) &&
    email === undefined &&
    id === undefined
  )
    throw new Refusal(`--email or --id is required.\n\n${USAGE}`)
  if (command === 'role' && role !== 'admin' && role !== 'user')
    throw new Refusal(`--role must be admin or user.\n\n${USAGE}`)
}

await runDatabaseCommand(
  { usage: USAGE, options, positionals: 1, check },
  async (parts, { values, positionals: [name = '--setup-link'] }) =>
    await commands[name]?.({ ...parts, command: `user ${name}` }, values),
)

/** Throws if nobody has this address. */
async function accountOf(parts: Parts, email: string) {
  const accounts = await embeddedAccounts(parts, parts.command)
  const known = await accounts.admin.list()
  if (!known.some(each => each.email === email)) throw new Refusal(unknownAddress(email, known))
  return accounts
}

async function chosen({ storage, command }: Parts, { email, id }: Options) {
  const people = userAdmin({ uow: storage, clock: systemClock, source: commandSource(command) })
  const known = await peopleOf(storage)
  const wanted = foldCase(email ?? '')
  const found = known.filter(each => (id === undefined ? each.email === wanted : each.id === id))
  const [person, another] = found
  if (!person)
    throw new Refusal(
      id === undefined
        ? unknownAddress(email ?? '', known)
        : `There is no one with the id ${id}. "npm run user -- list" shows all ids.`,
    )
  if (another)
    throw new Refusal(`Several people have the address ${email}: choose one with --id (see "list").`)
  return { people, person }
}

async function givenPassword(options: Options): Promise<string | undefined> {
  if (!options['password-stdin']) return undefined
  let text = ''
  for await (const chunk of process.stdin) text += String(chunk)
  return text.split(/\r?\n/)[0] ?? ''
}

function printPassword(done: string, password: string, options: Options): void {
  console.log(
    options['password-stdin'] ? done : `${done}\n\n  Password: ${password}\n\nIt is shown only once.`,
  )
}
