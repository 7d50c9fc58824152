import type { devicePasswordRoutes } from '@daymark/contract/accounts/device-passwords'
import type { DecodedBody } from '@daymark/contract/route'
import type { Actor } from '../../platform/kernel/actor.ts'
import { conflict, notFound, unauthorized } from '../../platform/kernel/errors.ts'
import { newId } from '../../platform/kernel/ids.ts'
import { settingsChanged } from '../../platform/kernel/notice.ts'
import { newestPage, type Page, type PageRequest } from '../../platform/kernel/page.ts'
import type { Session } from '../../platform/kernel/session.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { Tx, UnitOfWork } from '../../platform/storage/unit-of-work.ts'
import type { Recheck } from '../accounts/confirmation.ts'
import type { RequestSource } from '../audit/audit-entry.ts'
import { record } from '../audit/record.ts'
import { requireVerified } from '../people/users/verification-store.ts'
import { DEFAULT_SCOPES, type DevicePassword, hashOf, newDevicePassword } from './device-password.ts'
import { devicePasswordStore } from './store.ts'

export type DevicePasswordService = ReturnType<typeof devicePasswordService>

type Create = DecodedBody<(typeof devicePasswordRoutes)['create']>

/** The same answer for unknown addresses and wrong passwords, so that addresses cannot be probed. */
const REFUSED = 'The address or the device password is wrong.'
/** While the IP address stays the same, a use is stored at most this often, because each stored use costs a write. */
const USE_STEP_MS = 60_000
const MAX_REMEMBERED = 10_000

export interface DevicePasswordParts {
  uow: UnitOfWork
  clock: Clock
  /** The maximum number of device passwords per person. 0 means no limit. */
  most: number
  /** Called after `remove` has revoked a password. */
  revoked(id: string): void
}

export function devicePasswordService({ uow, clock, most, revoked }: DevicePasswordParts) {
  const noted = new Map<string, { at: number; address: string }>()
  return {
    async create(
      actor: Actor,
      body: Create,
      recheck: Recheck,
      source: RequestSource,
    ): Promise<{ device: DevicePassword; username: string; password: string }> {
      const password = newDevicePassword()
      const device: DevicePassword = {
        id: newId(),
        owner_id: actor.id,
        name: body.name,
        scopes: body.scopes ?? DEFAULT_SCOPES,
        created_at: clock.now(),
        last_used_at: null,
        last_address: null,
      }
      const username = await uow.write([actor.id], async tx => {
        const store = devicePasswordStore(tx)
        await recheck(tx)
        await requireVerified(tx, actor.id)
        const email = await store.emailOf(actor.id)
        if (email === null)
          throw conflict('Your account has no email address, which a device needs to sign in.')
        if (most > 0 && (await store.count(actor.id)) >= most)
          throw conflict(`You have reached the limit of ${most} device passwords. Revoke one first.`)
        await store.insert(device, hashOf(password))
        tx.emit(settingsChanged(actor.id, 'device_password'))
        const change = { event: 'device_password_created', at: device.created_at, source } as const
        await record(tx, { owner_id: actor.id, ...change, subject: device })
        return email
      })
      return { device, username, password }
    },

    async list(actor: Actor, page: PageRequest): Promise<Page<DevicePassword>> {
      return newestPage(await uow.read(db => devicePasswordStore(db).list(actor.id, page)), page)
    },

    async remove(actor: Actor, id: string, source: RequestSource): Promise<void> {
      await uow.write([actor.id], async tx => {
        const name = await devicePasswordStore(tx).remove(actor.id, id)
        if (name === undefined) throw notFound('Device password not found.')
        tx.emit(settingsChanged(actor.id, 'device_password'))
        const change = { event: 'device_password_revoked', at: clock.now(), source } as const
        await record(tx, { owner_id: actor.id, ...change, subject: { id, name } })
      })
      revoked(id)
    },

    /** Throws 401 unless the password belongs to this email address. */
    async identify(address: string, password: string) {
      const found = await uow.read(db => devicePasswordStore(db).findByHash(hashOf(password)))
      if (found?.email?.toLowerCase() !== address.trim().toLowerCase()) throw unauthorized(REFUSED)
      const { id, owner_id, scopes, name } = found
      return {
        user_id: owner_id,
        expires_at: Number.POSITIVE_INFINITY,
        scopes,
        device_id: id,
        token_name: name,
      }
    },

    async stillThere(ids: readonly string[]): Promise<Set<string>> {
      return new Set(ids.length === 0 ? [] : await uow.read(db => devicePasswordStore(db).existing(ids)))
    },

    /** Records the time and IP address of a use, at most once a minute while the address stays the same. */
    used({ actor, device_id }: Session, address: string): Promise<void> | undefined {
      if (device_id === undefined) return undefined
      const now = clock.now()
      const last = noted.get(device_id)
      if (last && now - last.at < USE_STEP_MS && last.address === address) return undefined
      if (noted.size >= MAX_REMEMBERED) noted.clear()
      noted.set(device_id, { at: now, address })
      const written = uow.write([], async tx => {
        await devicePasswordStore(tx).setUsed(device_id, now, address)
        tx.emit(settingsChanged(actor.id, 'device_password'))
      })
      return written.catch(error => {
        // Otherwise, the next uses within a minute would not be stored either.
        noted.delete(device_id)
        throw error
      })
    },

    /** Runs in another feature's transaction, and returns the ids of the revoked passwords. */
    revokeAll: (tx: Tx, ownerId: string): Promise<readonly string[]> =>
      devicePasswordStore(tx).removeOf(ownerId),
  }
}
