import type * as wire from '@daymark/contract/accounts/administration'
import type { Zone } from '../../platform/kernel/time/zone.ts'
import type { StoredInvitation } from '../accounts/invitations/invitation-store.ts'
import type { AdministeredPerson } from './store.ts'

export const presentPerson = (person: AdministeredPerson, zone: Zone): wire.AdminPerson => ({
  id: person.id,
  email: person.email || null,
  email_verified: person.email_verified,
  name: person.name,
  role: person.is_admin ? 'admin' : 'user',
  disabled: person.disabled,
  deletes_at: person.deletes_at === null ? null : zone.format(person.deletes_at),
  created_at: zone.format(person.created_at),
  last_used_at: person.last_used_at === null ? null : zone.format(person.last_used_at),
})

export const presentInvitation = (
  { id, email, created_at, expires_at }: StoredInvitation,
  url: string,
  zone: Zone,
): wire.Invitation => ({
  id,
  email,
  url,
  created_at: zone.format(created_at),
  expires_at: zone.format(expires_at),
})
