import { DEFAULT_FOCUS } from '@daymark/contract/focus/phases'
import type { userRoutes } from '@daymark/contract/people/users'
import type { DecodedBody } from '@daymark/contract/route'
import type { RequestTx } from '../../platform/changes/request-tx.ts'
import type { Actor } from '../../platform/kernel/actor.ts'
import { invalid } from '../../platform/kernel/errors.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'
import { loadLibrary } from '../holidays/library.ts'
import { knownCountry } from '../holidays/place/countries.ts'
import { findRegion } from '../holidays/place/region.ts'
import { requireOwnGroup } from '../tags/service.ts'
import { changedValues, mergedNotifications, noPreferences, type Preferences } from './preferences.ts'
import { preferenceStore } from './store.ts'

type Patch = DecodedBody<(typeof userRoutes)['updatePreferences']>

export const readPreferences = async (db: Db, actor: Actor, now: number): Promise<Preferences> =>
  (await preferenceStore(db).find(actor.id)) ?? noPreferences(actor.id, now)

export async function updatePreferences(tx: RequestTx, patch: Patch): Promise<Preferences> {
  const { actor, now } = tx
  requireCountry(patch)
  const { default_tag_group_id: groupId } = patch
  if (groupId) await requireOwnGroup(tx, actor.id, groupId)
  const store = preferenceStore(tx)
  const found = await store.find(actor.id)
  const current = found ?? noPreferences(actor.id, now)
  const { notifications, focus, ...others } = patch
  const changed = changedValues(current, {
    ...others,
    holiday_region: await regionAfter(current, patch),
    notifications: notifications && mergedNotifications(current.notifications, notifications),
    focus: focus && { ...DEFAULT_FOCUS, ...current.focus, ...focus },
  })
  if (Object.keys(changed).length === 0) return current
  if (found) await store.update(actor.id, changed, now)
  else await store.insert({ ...current, ...changed })
  return { ...current, ...changed, updated_at: now }
}

/** Checks that a two-letter code belongs to a known country. The contract has already checked the format. */
function requireCountry({ holiday_country }: Patch): void {
  if (holiday_country?.length !== 2 || knownCountry(holiday_country)) return
  throw invalid('holiday_country', 'must be the ISO 3166 code of a country whose holidays are known')
}

/** Checks the region if it or the country changes. Clears the current region if the new country does not have it. */
async function regionAfter(current: Preferences, patch: Patch): Promise<string | null | undefined> {
  const { holiday_country: country = current.holiday_country, holiday_region: given } = patch
  const region = given === undefined ? current.holiday_region : given
  const isChanged = country !== current.holiday_country || region !== current.holiday_region
  if (!isChanged || region === null || country?.length !== 2) return given
  if (findRegion(await loadLibrary(), country, region)) return given
  if (given === undefined) return null
  throw invalid('holiday_region', 'must be a region of the country whose holidays are known')
}
