import type { administrationRoutes, ServerStatus } from '@daymark/contract/accounts/administration'
import { acceptedTags, firstLanguage } from '../../platform/kernel/language.ts'
import { mapPage } from '../../platform/kernel/page.ts'
import type { Handlers } from '../../platform/kernel/route-handlers.ts'
import type { Zone } from '../../platform/kernel/time/zone.ts'
import { sourceOf } from '../audit/audit-entry.ts'
import { presentInvitation, presentPerson } from './present.ts'
import type { Administration } from './service.ts'

export interface AdministrationRouteParts {
  service: Administration
  /** Returns the status without the number of people, which the service counts. */
  status(zone: Zone): Promise<Omit<ServerStatus, 'people'>>
}

export const administrationHandlers = ({
  service,
  status,
}: AdministrationRouteParts): Handlers<typeof administrationRoutes> => ({
  people: async ({ actor, query, zone }) =>
    mapPage(await service.people(actor, query.q?.trim() ?? '', query), person => presentPerson(person, zone)),
  updatePerson: async ({ actor, params, body, zone }) =>
    presentPerson(await service.update(actor, params.user_id, body), zone),
  signOutPerson: async ({ actor, params }) => {
    await service.signOut(actor, params.user_id)
    return { ok: true }
  },
  resetFactors: async ({ actor, params }) => {
    await service.resetFactors(actor, params.user_id)
    return { ok: true }
  },
  removePerson: async ({ actor, params }) => {
    await service.remove(actor, params.user_id)
    return { ok: true }
  },
  invitations: async ({ actor, query, zone }) =>
    mapPage(await service.invitations(actor, query), ({ invitation, url }) =>
      presentInvitation(invitation, url, zone),
    ),
  invite: async ({ actor, body, zone, ...call }) => {
    const { email = null, days = null } = body
    const language = firstLanguage(acceptedTags(call.header('accept-language')))
    const made = await service.invite(actor, { email, days }, { source: sourceOf(call), language })
    return presentInvitation(made.invitation, made.url, zone)
  },
  removeInvitation: async ({ actor, params, ...call }) => {
    await service.removeInvitation(actor, params.invitation_id, sourceOf(call))
    return { ok: true }
  },
  status: async ({ actor, zone }) => {
    await service.requireAdmin(actor)
    return { ...(await status(zone)), people: await service.counts() }
  },
})
