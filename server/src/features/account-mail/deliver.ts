// Sends the emails of `account_mail` jobs.
import type { ClaimedJob } from '../../platform/jobs/job.ts'
import type { JobHandler } from '../../platform/jobs/runner.ts'
import type { Language } from '../../platform/kernel/language.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { Mailer } from '../../platform/outbound/mail/mailer.ts'
import type { Tx, UnitOfWork } from '../../platform/storage/unit-of-work.ts'
import type { Account } from '../accounts/account.ts'
import { invitationStore } from '../accounts/invitations/invitation-store.ts'
import { invitationUrl } from '../accounts/invitations/invitations.ts'
import { linkStore } from '../accounts/links/link-store.ts'
import { LINK_MS, type LinkKind, writeLinkToken } from '../accounts/links/link-token.ts'
import { accountStore } from '../accounts/store.ts'
import { deletionStore } from '../people/users/deletion-store.ts'
import { userStore } from '../people/users/store.ts'
import { preferenceStore } from '../preferences/store.ts'
import { type AccountMail, accountMailText, type Occasion, type ReadyMail } from './account-mail.ts'
import { deviceName } from './device-name.ts'
import { mailWords } from './mail-words.ts'

export interface DeliverParts {
  uow: UnitOfWork
  clock: Clock
  secret: string
  trustEmail: boolean
  mailer: Mailer
  publicUrl(): string
}

/** The maximum number of unused verification links, and of unused reset links, per account and hour. */
const MAX_PER_HOUR = 5
const HOUR_MS = 3_600_000
/** Sign-ins send no email for this long after the account was created. */
const NEW_ACCOUNT_MS = 600_000

interface Addressed {
  to: string
  account: Account | undefined
  ready: ReadyMail
}

export function accountMailHandler(parts: DeliverParts): JobHandler {
  const { uow, mailer, publicUrl } = parts
  return {
    concurrency: 2,
    delivers: true,
    retries: { attempts: 8, first_ms: 10_000 },
    async run({ payload, key, run_at }: ClaimedJob) {
      const mail = payload as AccountMail
      const found = await uow.write([], tx => address(tx, mail, parts))
      if (!found) return
      const language = await languageFor(uow, found.account, mail.language)
      await mailer.send({
        to: found.to,
        id: 'link_id' in mail ? mail.link_id : `${key.replaceAll(' ', '.')}.${run_at}`,
        ...accountMailText(found.ready, language, new URL(publicUrl()).host),
      })
    },
  }
}

/** Returns the recipient and content of an email, or undefined if nobody should get it. */
async function address(tx: Tx, mail: AccountMail, parts: DeliverParts): Promise<Addressed | undefined> {
  const settings = `${parts.publicUrl()}/settings`
  if (mail.mail === 'email_changed')
    return {
      to: mail.to,
      account: await accountStore(tx).findByEmail(mail.email),
      ready: { ...mail, url: settings },
    }
  if (mail.mail === 'invitation') return invited(tx, mail.invitation_id, parts)
  const account = await ownerOf(tx, mail)
  if (!account) return undefined
  switch (mail.mail) {
    case 'verify':
      return account.email_verified ? undefined : withLink(tx, account, mail, 'verify', parts)
    case 'reset':
      return withLink(tx, account, mail, 'reset', parts)
    case 'new_email':
      return newAddress(tx, account, mail, parts)
    case 'email_requested':
      return { to: mail.to, account, ready: { ...mail, url: settings } }
    case 'signed_in':
      return signedIn(tx, account, mail, parts)
    case 'changed':
      return changed(tx, account, mail, parts)
  }
}

async function ownerOf(
  tx: Tx,
  mail: Exclude<AccountMail, { mail: 'email_changed' | 'invitation' }>,
): Promise<Account | undefined> {
  const account =
    'account_id' in mail
      ? await accountStore(tx).find(mail.account_id)
      : await accountStore(tx).findByEmail(mail.email)
  return account && !(await userStore(tx).isDisabled(account.id)) ? account : undefined
}

type LinkMail = Extract<AccountMail, { link_id: string }>

async function withLink(
  tx: Tx,
  account: Account,
  { mail, link_id, email }: LinkMail,
  kind: LinkKind,
  parts: DeliverParts,
): Promise<Addressed | undefined> {
  const now = parts.clock.now()
  const store = linkStore(tx)
  const known = await store.find(link_id)
  if (!known && (await store.countSince(account.id, kind, now - HOUR_MS)) >= MAX_PER_HOUR) return undefined
  await store.insert({
    ...{ id: link_id, account_id: account.id, kind, email },
    ...{ created_at: now, expires_at: now + LINK_MS[kind] },
  })
  // Puts the token in the fragment, which appears neither in logs nor in Referer headers.
  const page = kind === 'reset' ? 'reset-password' : 'verify-email'
  const url = `${parts.publicUrl()}/${page}#token=${writeLinkToken(link_id, parts.secret)}`
  return { to: email, account, ready: { mail, email, url } }
}

/**
 * If another account has the address, returns a notice to its owner instead of a link. The requester sees no
 * difference.
 */
async function newAddress(
  tx: Tx,
  account: Account,
  mail: Extract<AccountMail, { mail: 'new_email' }>,
  parts: DeliverParts,
): Promise<Addressed | undefined> {
  const taken = await accountStore(tx).findByEmail(mail.email)
  if (taken) return { to: mail.email, account: taken, ready: { mail: 'email_taken', email: mail.email } }
  // The change may have been canceled before this job ran.
  return (await linkStore(tx).find(mail.link_id)) ? withLink(tx, account, mail, 'email', parts) : undefined
}

async function invited(tx: Tx, id: string, parts: DeliverParts): Promise<Addressed | undefined> {
  const found = await invitationStore(tx).find(id)
  if (!found?.email || found.expires_at <= parts.clock.now()) return undefined
  const url = invitationUrl(parts.publicUrl(), id, parts.secret)
  return { to: found.email, account: undefined, ready: { mail: 'invitation', url } }
}

/** False if the address may belong to someone else. */
const isSure = ({ email_verified }: Account, { trustEmail }: DeliverParts): boolean =>
  trustEmail || email_verified

type Of<Mail extends AccountMail['mail']> = Extract<AccountMail, { mail: Mail }>

async function signedIn(
  tx: Tx,
  account: Account,
  mail: Of<'signed_in'>,
  parts: DeliverParts,
): Promise<Addressed | undefined> {
  if (!isSure(account, parts) || mail.at - account.created_at < NEW_ACCOUNT_MS) return undefined
  const ready = { mail: 'signed_in', ...(await readable(tx, account, mail, parts)) } as const
  return { to: account.email, account, ready }
}

async function changed(
  tx: Tx,
  account: Account,
  mail: Of<'changed'>,
  parts: DeliverParts,
): Promise<Addressed | undefined> {
  if (!isSure(account, parts)) return undefined
  const pending = await deletionStore(tx).find(account.id)
  // The person may have canceled the deletion before this job ran.
  if (mail.event === 'deletion_requested' && !pending) return undefined
  const deletes = pending ? await timeText(tx, account, mail.language, pending.deletes_at) : ''
  const { event } = mail
  const ready = { mail: 'changed', event, deletes, ...(await readable(tx, account, mail, parts)) } as const
  return { to: account.email, account, ready }
}

async function readable(
  tx: Tx,
  account: Account,
  { at, user_agent, address, language }: Occasion & { language: Language },
  { publicUrl }: DeliverParts,
) {
  const when = await timeText(tx, account, language, at)
  return { when, device: deviceName(user_agent), address, url: `${publicUrl()}/settings` }
}

async function timeText(tx: Tx, account: Account, language: Language, at: number): Promise<string> {
  const preferences = await preferenceStore(tx).find(account.id)
  return new Intl.DateTimeFormat(mailWords[preferences?.language ?? language].locale, {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone: preferences?.timezone ?? 'UTC',
  }).format(at)
}

/** Prefers the language in the person's settings over the language of the request. */
async function languageFor(
  uow: UnitOfWork,
  account: Account | undefined,
  fallback: Language,
): Promise<Language> {
  const preferences = account && (await uow.read(db => preferenceStore(db).find(account.id)))
  return preferences?.language ?? fallback
}
