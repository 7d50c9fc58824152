// Verifies and changes email addresses, and resets passwords, through emailed links.
import type { Actor } from '../../platform/kernel/actor.ts'
import { conflict, notFound, Problem, rejected } from '../../platform/kernel/errors.ts'
import { newId } from '../../platform/kernel/ids.ts'
import type { Language } from '../../platform/kernel/language.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import { untilNone } from '../../platform/storage/statements/in-steps.ts'
import type { Tx, UnitOfWork } from '../../platform/storage/unit-of-work.ts'
import type { Account } from '../accounts/account.ts'
import type { Confirmation, Recheck } from '../accounts/confirmation.ts'
import { refuseWeak } from '../accounts/entry.ts'
import { factorStore } from '../accounts/factors/store.ts'
import { invitationStore } from '../accounts/invitations/invitation-store.ts'
import { linkStore } from '../accounts/links/link-store.ts'
import { LINK_MS, type LinkKind, type MailLink, readLinkToken } from '../accounts/links/link-token.ts'
import type { Openings } from '../accounts/openings/openings.ts'
import type { Passwords } from '../accounts/passwords/passwords.ts'
import type { AccountSessions } from '../accounts/sessions/sessions.ts'
import { accountStore } from '../accounts/store.ts'
import type { LoginThrottle } from '../accounts/throttle/login-throttle.ts'
import type { RequestSource } from '../audit/audit-entry.ts'
import type { RecordChange } from '../audit/record.ts'
import { userStore } from '../people/users/store.ts'
import { verificationStore } from '../people/users/verification-store.ts'
import type { MailQueue } from './enqueue-mail.ts'

export interface AccountMailParts {
  uow: UnitOfWork
  clock: Clock
  secret: string
  passwords: Passwords
  throttle: LoginThrottle
  sessions: AccountSessions
  queue: MailQueue
  /** Whether email is configured. */
  sendsMail: boolean
  record: RecordChange
  openings: Pick<Openings, 'endAll'>
  confirm: Confirmation
}

export type AccountMailService = ReturnType<typeof accountMailService>

const NO_MAIL =
  'This server cannot send email because SMTP_URL is not set. Ask the operator to change your address or password (npm run user).'
const BAD_LINK = 'This link is not valid: it was used, has expired, or is incomplete. Ask for a new one.'
const SIGN_IN =
  'This link counts only for the owner of the account: sign in to it first, or enter its password. If you did not create this account, set a new password instead.'
const TAKEN = 'Another account now uses this address. Choose a different one.'

export function accountMailService(parts: AccountMailParts) {
  const { uow, clock, secret, passwords, sessions, queue, record } = parts

  function requireMail(): void {
    if (!parts.sendsMail) throw conflict(NO_MAIL, 'mail_unavailable')
  }

  async function own(actor: Actor): Promise<Account> {
    const account = await uow.read(db => accountStore(db).find(actor.id))
    if (!account) throw notFound('Account not found.')
    return account
  }

  /** Returns a token's link and account. Throws if the link is no longer valid. */
  async function open(token: string, kinds: readonly LinkKind[]): Promise<[MailLink, Account]> {
    const id = readLinkToken(token, secret)
    const link = id === undefined ? undefined : await uow.read(db => linkStore(db).find(id))
    const account = link && (await uow.read(db => accountStore(db).find(link.account_id)))
    if (!link || !account || !isUsable(link, account, kinds)) throw rejected(BAD_LINK)
    return [link, account]
  }

  const isUsable = (link: MailLink, account: Account, kinds: readonly LinkKind[]): boolean =>
    kinds.includes(link.kind) &&
    link.expires_at > clock.now() &&
    (link.kind === 'email' || link.email === account.email)

  /** Makes the second of two concurrent requests with the same link fail. */
  async function requireUnused(tx: Tx, link: MailLink): Promise<void> {
    if (!(await linkStore(tx).find(link.id))) throw rejected(BAD_LINK)
  }

  /** Also updates the profile's address, which would otherwise change only with the next access token. */
  async function setVerified(tx: Tx, account: Account, email: string): Promise<void> {
    const now = clock.now()
    await accountStore(tx).setEmail(account.id, email, now)
    const user = await userStore(tx).find(account.id)
    if (user) await userStore(tx).updateProfile({ ...user, email, email_verified: true }, now, now)
  }

  async function complete(
    tx: Tx,
    [link, account]: [MailLink, Account],
    source: RequestSource,
    language: Language,
  ): Promise<void> {
    await requireUnused(tx, link)
    const event = link.email === account.email ? 'email_verified' : 'email_changed'
    await record(tx, { owner_id: account.id, event, at: clock.now(), source })
    if (link.email !== account.email) {
      if (await accountStore(tx).findByEmail(link.email)) throw conflict(TAKEN, 'email_taken')
      const mail = { mail: 'email_changed', email: link.email, to: account.email, language } as const
      if (parts.sendsMail) await queue.put(tx, `email_changed ${account.id}`, mail)
    }
    await setVerified(tx, account, link.email)
    // A change of address also invalidates a pending reset link, because that link was sent to the old address.
    await linkStore(tx).remove(account.id, link.kind === 'email' ? ['verify', 'email', 'reset'] : ['verify'])
  }

  async function prove(
    account: Account,
    { owner, password }: { owner: string | undefined; password: string | undefined },
  ): Promise<Recheck | undefined> {
    if (owner === account.id) return undefined
    if (password === undefined) throw new Problem('forbidden', SIGN_IN, { code: 'sign_in_required' })
    return parts.confirm.password(account, password, undefined)
  }

  return {
    async requestVerification(actor: Actor, language: Language): Promise<void> {
      requireMail()
      const { email, email_verified } = await own(actor)
      if (email_verified) throw conflict('Your address is already verified.', 'already_verified')
      await uow.write([], tx => queue.linkTo(tx, 'verify', email, language))
    },

    /**
     * `owner` is the account that the browser is signed in to. Without it or the password, the link proves nothing: the
     * account may have been made by somebody who does not own the address.
     */
    async confirmAddress(
      token: string,
      proof: { owner: string | undefined; password: string | undefined },
      source: RequestSource,
      language: Language,
    ): Promise<string> {
      const [link, account] = await open(token, ['verify', 'email'])
      const recheck = await prove(account, proof)
      await uow.write([account.id, link.email], async tx => {
        await recheck?.(tx)
        await complete(tx, [link, account], source, language)
      })
      return link.email
    },

    async requestReset(email: string, language: Language): Promise<void> {
      requireMail()
      await uow.write([], tx => queue.linkTo(tx, 'reset', email, language))
    },

    /**
     * Sets a new password. The link proves that the person can read mail at this address, so the address counts as
     * verified. If it was never verified before, somebody else may have made the account and prepared ways in and out.
     */
    async confirmReset(token: string, password: string, source: RequestSource): Promise<void> {
      const [link, account] = await open(token, ['reset'])
      refuseWeak(password, account, 'password')
      const hash = await passwords.hash(password)
      const ended = await uow.write([account.id], async tx => {
        await requireUnused(tx, link)
        if (await verificationStore(tx).isWaiting(account.id)) {
          await parts.openings.endAll(tx, account.id, source)
          await factorStore(tx).remove(account.id)
        }
        await accountStore(tx).setPassword(account.id, hash, clock.now())
        await setVerified(tx, account, account.email)
        await linkStore(tx).remove(account.id, ['reset', 'email', 'verify'])
        await record(tx, { owner_id: account.id, event: 'password_reset', at: clock.now(), source })
        return sessions.endAll(tx, account.id, { tokens: true })
      })
      sessions.announce(ended)
      await parts.throttle.clear(account.email)
    },

    /** Stores the link before the job sends the email, so that the account shows the pending change. */
    async changeEmail(
      actor: Actor,
      email: string,
      recheck: Recheck,
      { source, language }: { source: RequestSource; language: Language },
    ): Promise<void> {
      requireMail()
      const account = await own(actor)
      if (email === account.email) throw conflict('Your account already has this address.')
      const now = clock.now()
      const link = { id: newId(), account_id: account.id, kind: 'email', email } as const
      await uow.write([account.id], async tx => {
        await recheck(tx)
        await linkStore(tx).remove(account.id, ['email'])
        await record(tx, { owner_id: account.id, event: 'email_change_requested', at: now, source })
        await linkStore(tx).insert({ ...link, created_at: now, expires_at: now + LINK_MS.email })
        const of = { account_id: account.id, email, language }
        await queue.put(tx, `new_email ${account.id}`, { mail: 'new_email', link_id: link.id, ...of })
        const notice = { mail: 'email_requested', to: account.email, ...of } as const
        await queue.put(tx, `email_requested ${account.id}`, notice)
      })
    },

    cancelEmailChange: (actor: Actor): Promise<void> =>
      uow.write([actor.id], tx => linkStore(tx).remove(actor.id, ['email'])),

    async sweep(): Promise<void> {
      await untilNone(uow, tx => linkStore(tx).removeExpired(clock.now()))
      await untilNone(uow, tx => invitationStore(tx).removeExpired(clock.now()))
    },
  }
}
