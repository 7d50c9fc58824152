// Manages people, roles and invitations. Administrators never see what people have stored.

import { INVITATION_DAYS, type Role } from '@daymark/contract/accounts/administration'
import type { AuditEvent } from '@daymark/contract/accounts/security'
import type { Actor } from '../../platform/kernel/actor.ts'
import { conflict, forbidden, notFound } from '../../platform/kernel/errors.ts'
import { newId } from '../../platform/kernel/ids.ts'
import type { Language } from '../../platform/kernel/language.ts'
import {
  decodeCursor,
  mapPage,
  newestFirst,
  newestPage,
  type Page,
  type PageRequest,
  pageOf,
  toPage,
} from '../../platform/kernel/page.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import { accessEnded } from '../../platform/sign-in/access-notice.ts'
import type { Tx, UnitOfWork } from '../../platform/storage/unit-of-work.ts'
import type { MailQueue } from '../account-mail/enqueue-mail.ts'
import { factorStore } from '../accounts/factors/store.ts'
import { invitationStore, type StoredInvitation } from '../accounts/invitations/invitation-store.ts'
import { invitationUrl } from '../accounts/invitations/invitations.ts'
import { passkeyStore } from '../accounts/passkeys/store.ts'
import type { AccountSessions } from '../accounts/sessions/sessions.ts'
import { byAdministrator, type RequestSource } from '../audit/audit-entry.ts'
import { type RecordChange, record } from '../audit/record.ts'
import { setDisabled } from '../people/users/disabling.ts'
import { cancelRemoval, type Removal } from '../people/users/removal.ts'
import { roleStore } from '../people/users/role-store.ts'
import { type AdministeredPerson, administrationStore, type ByAddress } from './store.ts'

/** The parts that exist only with embedded accounts. */
export interface EmbeddedAdministration {
  secret: string
  signup: 'open' | 'invite' | 'closed'
  /** True if addresses count as verified without a confirmation by email. */
  trustEmail: boolean
  sessions: AccountSessions
  /** Undefined if email is not configured. */
  queue: MailQueue | undefined
  record: RecordChange
}

export interface AdministrationParts {
  uow: UnitOfWork
  clock: Clock
  publicUrl(): string
  removal: Removal
  embedded: EmbeddedAdministration | undefined
}

interface Act {
  by: Actor
  to: string
  event: AuditEvent
  name?: string | undefined
}

export type Administration = ReturnType<typeof administration>

const NOT_ADMIN = 'Only administrators of this server can do this.'
const LAST = 'Nobody else can administer this server. Make somebody else an administrator first.'
const YOURSELF = 'You cannot disable your own account. Ask another administrator to do it.'
const OWN_ACCOUNT = 'This is your own account. Delete it in your settings.'
const EXTERNAL = 'People sign in to this server at an OpenID provider. Manage accounts there.'
const CLOSED = 'Sign-up is closed. The operator can set ACCOUNTS_SIGNUP to open or invite.'
const DAY_MS = 86_400_000

export function administration({ uow, clock, publicUrl, removal, embedded }: AdministrationParts) {
  const table = embedded ? 'accounts' : 'users'
  const shown = (person: AdministeredPerson): AdministeredPerson => ({
    ...person,
    email_verified: person.email_verified || embedded?.trustEmail === true,
  })

  async function requireAdmin(actor: Actor): Promise<void> {
    if (!(await uow.read(db => roleStore(db).isAdmin(actor.id)))) throw forbidden(NOT_ADMIN)
  }

  async function find(id: string): Promise<AdministeredPerson> {
    const person = await uow.read(db => administrationStore(db, table).find(id))
    if (!person) throw notFound('Person not found.')
    return shown(person)
  }

  function requireEmbedded(): EmbeddedAdministration {
    if (!embedded) throw notFound(EXTERNAL)
    return embedded
  }

  const note = (tx: Tx, { by, to, event, name }: Act): Promise<void> =>
    (embedded?.record ?? record)(tx, {
      ...{ owner_id: to, event, at: clock.now(), source: byAdministrator(by.id) },
      ...(name !== undefined && { subject: { id: null, name } }),
    })

  async function setRole(tx: Tx, by: Actor, person: AdministeredPerson, role: Role): Promise<void> {
    if ((role === 'admin') === person.is_admin) return
    await roleStore(tx).setAdmin(person.id, role === 'admin' ? clock.now() : null)
    await note(tx, { by, to: person.id, event: 'role_changed', name: role })
  }

  async function changeDisabled(
    tx: Tx,
    by: Actor,
    person: AdministeredPerson,
    disabled: boolean,
  ): Promise<void> {
    if (disabled === person.disabled) return
    await setDisabled(tx, person.id, disabled, clock.now())
    if (!disabled) await cancelRemoval(tx, person.id)
    await note(tx, { by, to: person.id, event: disabled ? 'account_disabled' : 'account_enabled' })
  }

  async function requireSomeAdmin(tx: Tx): Promise<void> {
    if ((await roleStore(tx).countActive()) === 0) throw conflict(LAST, 'last_admin')
  }

  const urlOf = ({ id }: StoredInvitation): string => invitationUrl(publicUrl(), id, requireEmbedded().secret)

  return {
    requireAdmin,

    async people(actor: Actor, query: string, page: PageRequest): Promise<Page<AdministeredPerson>> {
      await requireAdmin(actor)
      const after = decodeCursor<ByAddress>(page, ['string', 'string'])
      const rows = await uow.read(db => administrationStore(db, table).list(query, page, after))
      return mapPage(
        toPage(rows, page, ({ email, id }) => [email, id]),
        shown,
      )
    },

    counts: () => uow.read(db => administrationStore(db, table).counts()),

    async update(
      actor: Actor,
      id: string,
      { disabled, role }: { disabled?: boolean | undefined; role?: Role | undefined },
    ): Promise<AdministeredPerson> {
      await requireAdmin(actor)
      const person = await find(id)
      if (disabled && id === actor.id) throw conflict(YOURSELF, 'yourself')
      // Every change and removal locks the same key, so that two administrators cannot demote or delete each other at
      // the same time.
      await uow.write([id, 'administrators'], async tx => {
        if (role !== undefined) await setRole(tx, actor, person, role)
        if (disabled !== undefined) await changeDisabled(tx, actor, person, disabled)
        await requireSomeAdmin(tx)
      })
      return find(id)
    },

    async signOut(actor: Actor, id: string): Promise<void> {
      await requireAdmin(actor)
      const { sessions } = requireEmbedded()
      await find(id)
      const ended = await uow.write([id], async tx => {
        await note(tx, { by: actor, to: id, event: 'signed_out_others' })
        tx.emit(accessEnded(id))
        return sessions.endAll(tx, id, { tokens: true })
      })
      sessions.announce(ended)
    },

    async resetFactors(actor: Actor, id: string): Promise<void> {
      await requireAdmin(actor)
      requireEmbedded()
      await find(id)
      await uow.write([id], async tx => {
        if (await factorStore(tx).remove(id)) await note(tx, { by: actor, to: id, event: 'factor_removed' })
        const passkeys = await passkeyStore(tx).removeOf(id)
        if (passkeys.length > 0) await note(tx, { by: actor, to: id, event: 'passkey_removed' })
      })
    },

    async remove(actor: Actor, id: string): Promise<void> {
      await requireAdmin(actor)
      if (id === actor.id) throw conflict(OWN_ACCOUNT, 'yourself')
      await find(id)
      await uow.write([id, 'administrators'], async tx => {
        await removal.begin(tx, id, byAdministrator(actor.id))
        await requireSomeAdmin(tx)
      })
      await removal.finish(id)
    },

    async invitations(
      actor: Actor,
      page: PageRequest,
    ): Promise<Page<{ invitation: StoredInvitation; url: string }>> {
      await requireAdmin(actor)
      if (!embedded) return pageOf([], page, newestFirst)
      const found = await uow.read(db => invitationStore(db).list(clock.now(), page))
      return mapPage(newestPage(found, page), invitation => ({ invitation, url: urlOf(invitation) }))
    },

    async invite(
      actor: Actor,
      given: { email: string | null; days: number | null },
      { source, language }: { source: RequestSource; language: Language },
    ): Promise<{ invitation: StoredInvitation; url: string }> {
      await requireAdmin(actor)
      if (!embedded || embedded.signup === 'closed') throw forbidden(embedded ? CLOSED : EXTERNAL)
      const { queue } = embedded
      const now = clock.now()
      const { email } = given
      const expires_at = now + (given.days ?? INVITATION_DAYS.usual) * DAY_MS
      const invitation = { id: newId(), email, created_at: now, expires_at }
      await uow.write([actor.id], async tx => {
        await invitationStore(tx).insert(invitation)
        const subject = { id: invitation.id, name: email }
        await record(tx, { owner_id: actor.id, event: 'invitation_created', at: now, source, subject })
        if (email !== null && queue)
          await queue.put(tx, `invitation ${invitation.id}`, {
            ...{ mail: 'invitation', invitation_id: invitation.id, language },
          })
      })
      return { invitation, url: urlOf(invitation) }
    },

    async removeInvitation(actor: Actor, id: string, source: RequestSource): Promise<void> {
      await requireAdmin(actor)
      await uow.write([actor.id], async tx => {
        const email = (await invitationStore(tx).find(id))?.email ?? null
        if (!(await invitationStore(tx).remove(id))) throw notFound('Invitation not found.')
        const subject = { id, name: email }
        const at = clock.now()
        await record(tx, { owner_id: actor.id, event: 'invitation_removed', at, source, subject })
      })
    },
  }
}
