import type { AssertionResponse, AttestationResponse } from '@daymark/contract/accounts/passkeys'
import type { Actor } from '../../../platform/kernel/actor.ts'
import { forbidden, notFound, rejected, unauthorized } from '../../../platform/kernel/errors.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import { untilNone } from '../../../platform/storage/statements/in-steps.ts'
import type { Tx, UnitOfWork } from '../../../platform/storage/unit-of-work.ts'
import type { RequestSource } from '../../audit/audit-entry.ts'
import type { RecordChange } from '../../audit/record.ts'
import { userStore } from '../../people/users/store.ts'
import { requireVerified } from '../../people/users/verification-store.ts'
import type { Account } from '../account.ts'
import { DISABLED } from '../attempts.ts'
import type { Recheck } from '../confirmation.ts'
import { beginSession } from '../sessions/open-session.ts'
import { accountStore } from '../store.ts'
import { hashOf, newChallenge, readChallenge } from './challenge.ts'
import { MAX_PASSKEYS, type Passkey } from './passkey.ts'
import { type RelyingParty, relyingParty } from './relying-party.ts'
import { passkeyStore } from './store.ts'
import { checkAssertion, checkCreation, creationOptions, requestOptions } from './verify.ts'

export interface PasskeyParts {
  uow: UnitOfWork
  clock: Clock
  secret: string
  publicUrl(): string
  record: RecordChange
}

export type PasskeyService = ReturnType<typeof passkeyService>

const SIGN_IN = 'sign in'
const NO_ADDRESS =
  'Passkeys work only at a domain name with HTTPS, or at localhost. Ask the operator to set PUBLIC_URL to such an address.'
const INVALID = 'The passkey could not be verified. Try again.'
const UNKNOWN = 'This passkey does not belong to any account on this server.'

export function passkeyService({ uow, clock, secret, publicUrl, record }: PasskeyParts) {
  function requireParty(): RelyingParty {
    const party = relyingParty(publicUrl())
    if (!party) throw rejected(NO_ADDRESS)
    return party
  }

  /**
   * The library calls `isValid` with the challenge in a response. `isValid` stores the hash and expiry of a valid
   * challenge in `found`.
   */
  function challengeOf(purpose: string) {
    const found: { hash?: string; expires_at?: number } = {}
    return {
      found,
      isValid(challenge: string): boolean {
        const expires_at = readChallenge(challenge, purpose, secret, clock.now())
        if (expires_at === undefined) return false
        Object.assign(found, { hash: hashOf(challenge), expires_at })
        return true
      },
    }
  }

  /** Checks a passkey and consumes its challenge. `pass` runs in the same transaction. */
  async function use<T extends object>(
    response: AssertionResponse,
    source: RequestSource,
    pass: (tx: Tx, account: Account, at: number, passkey: Passkey) => Promise<T>,
  ): Promise<T> {
    const party = requireParty()
    const passkey = await uow.read(db => passkeyStore(db).findByCredential(response.id))
    if (!passkey) throw unauthorized(UNKNOWN)
    const { found, isValid } = challengeOf(SIGN_IN)
    const counter = await checkAssertion(party, response, passkey, isValid)
    const { owner_id } = passkey
    const at = clock.now()
    const { hash, expires_at = at } = found
    const outcome = await uow.write([owner_id], async tx => {
      const isFresh = hash !== undefined && (await passkeyStore(tx).useChallenge(hash, expires_at))
      const account = await accountStore(tx).find(owner_id)
      const isUsed =
        counter !== undefined && isFresh && (await passkeyStore(tx).setUsed(passkey.id, counter, at))
      if (!isUsed || !account) {
        await record(tx, { owner_id, event: 'sign_in_failed', at, source, subject: passkey })
        return undefined
      }
      if (await userStore(tx).isDisabled(owner_id)) return 'disabled'
      return pass(tx, account, at, passkey)
    })
    if (outcome === undefined) throw unauthorized(INVALID)
    if (outcome === 'disabled') throw forbidden(DISABLED)
    return outcome
  }

  return {
    list: (actor: Actor): Promise<Passkey[]> => uow.read(db => passkeyStore(db).list(actor.id)),

    /** Returns the options for `navigator.credentials.create`. */
    async options(actor: Actor, recheck: Recheck): Promise<object> {
      const party = requireParty()
      const { account, known } = await uow.write([actor.id], async tx => {
        await recheck(tx)
        await requireVerified(tx, actor.id)
        return {
          account: await accountStore(tx).find(actor.id),
          known: await passkeyStore(tx).list(actor.id),
        }
      })
      if (!account) throw notFound('Account not found.')
      const challenge = newChallenge(`add ${actor.id}`, secret, clock.now())
      return creationOptions(party, account, challenge, known)
    },

    async add(
      actor: Actor,
      { name, response }: { name: string; response: AttestationResponse },
      source: RequestSource,
    ): Promise<Passkey> {
      const { found, isValid } = challengeOf(`add ${actor.id}`)
      const credential = await checkCreation(requireParty(), response, isValid)
      if (!credential || found.hash === undefined) throw rejected(INVALID)
      const now = clock.now()
      const passkey: Passkey = {
        ...{ id: newId(), owner_id: actor.id, name, ...credential },
        transports: response.response.transports ?? [],
        created_at: now,
        last_used_at: null,
      }
      const { hash, expires_at = now } = found
      await uow.write([actor.id], async tx => {
        const store = passkeyStore(tx)
        await requireVerified(tx, actor.id)
        if (!(await store.useChallenge(hash, expires_at))) throw rejected(INVALID)
        if ((await store.count(actor.id)) >= MAX_PASSKEYS)
          throw rejected(`You have reached the limit of ${MAX_PASSKEYS} passkeys. Remove one first.`)
        if (!(await store.insert(passkey))) throw rejected('This passkey already exists.')
        await record(tx, { owner_id: actor.id, event: 'passkey_added', at: now, source, subject: passkey })
      })
      return passkey
    },

    async rename(actor: Actor, id: string, name: string): Promise<Passkey> {
      const renamed = await uow.write([actor.id], tx => passkeyStore(tx).rename(actor.id, id, name))
      if (!renamed) throw notFound('Passkey not found.')
      return renamed
    },

    async remove(actor: Actor, id: string, source: RequestSource): Promise<void> {
      await uow.write([actor.id], async tx => {
        const name = await passkeyStore(tx).remove(actor.id, id)
        if (name === undefined) throw notFound('Passkey not found.')
        const change = { event: 'passkey_removed', at: clock.now(), source } as const
        await record(tx, { owner_id: actor.id, ...change, subject: { id, name } })
      })
    },

    /** Returns the options for `navigator.credentials.get`, which name no account. */
    signInOptions: (): Promise<object> =>
      requestOptions(requireParty(), newChallenge(SIGN_IN, secret, clock.now())),

    /** Requires no code, because the authenticator has already checked a PIN or a fingerprint. */
    signIn: (response: AssertionResponse, source: RequestSource) =>
      use(response, source, (tx, account, at, passkey) => beginSession(tx, account, at, source, { passkey })),

    /**
     * Checks a passkey and records a sign-in at the OpenID provider, which has its own sessions. `app` is undefined for
     * the web app.
     */
    check: (response: AssertionResponse, source: RequestSource, app: string | undefined) =>
      use(response, source, async (tx, account, at, passkey) => {
        const subject = { id: null, name: app ?? passkey.name }
        await record(tx, { owner_id: account.id, event: 'signed_in', at, source, subject })
        return { account, at_s: Math.floor(at / 1000) }
      }),

    /** Confirms the caller's identity with one of their own passkeys. */
    async confirm(actor: Actor, response: AssertionResponse): Promise<Recheck> {
      const party = requireParty()
      const passkey = await uow.read(db => passkeyStore(db).findByCredential(response.id))
      if (passkey?.owner_id !== actor.id) throw rejected(UNKNOWN)
      const { found, isValid } = challengeOf(SIGN_IN)
      const counter = await checkAssertion(party, response, passkey, isValid)
      const at = clock.now()
      const { hash, expires_at = at } = found
      if (counter === undefined || hash === undefined) throw rejected(INVALID)
      return async tx => {
        const store = passkeyStore(tx)
        const isUsed =
          (await store.useChallenge(hash, expires_at)) && (await store.setUsed(passkey.id, counter, at))
        if (!isUsed) throw rejected(INVALID)
      }
    },

    sweep: () => untilNone(uow, tx => passkeyStore(tx).removeExpiredChallenges(clock.now())),
  }
}
