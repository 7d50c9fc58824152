import type { tagRoutes } from '@daymark/contract/planning/tags'
import { reads, writes } from '../../platform/changes/write.ts'
import { mapPage } from '../../platform/kernel/page.ts'
import type { Handlers } from '../../platform/kernel/route-handlers.ts'
import { presentGroup, presentTag } from './present.ts'
import * as tags from './service.ts'
import { tagStore } from './store.ts'

/** Omits `deleteGroup`, which planning implements because deleting a group affects todos. */
export const tagHandlers: Omit<Handlers<typeof tagRoutes>, 'deleteGroup'> = {
  createGroup: writes(async (tx, { body, zone }) => presentGroup(await tags.createGroup(tx, body), zone)),
  listGroups: reads(async (db, { actor, query, zone }) =>
    mapPage(await tags.listGroups(db, actor, query), group => presentGroup(group, zone)),
  ),
  getGroup: reads(async (db, { actor, params, zone }) =>
    presentGroup(await tags.getGroup(db, actor, params.group_id), zone),
  ),
  updateGroup: writes(async (tx, { params, body, zone }) =>
    presentGroup(await tags.updateGroup(tx, params.group_id, body), zone),
  ),
  create: writes(async (tx, { body, zone }) => presentTag(await tags.createTag(tx, body), zone)),
  list: reads(async (db, { actor, query, zone }) =>
    mapPage(await tagStore(db).listTags(actor.id, query), tag => presentTag(tag, zone)),
  ),
  get: reads(async (db, { actor, params, zone }) =>
    presentTag(await tags.getTag(db, actor, params.tag_id), zone),
  ),
  update: writes(async (tx, { params, body, zone }) =>
    presentTag(await tags.updateTag(tx, params.tag_id, body), zone),
  ),
  remove: writes(async (tx, { params }) => {
    await tags.removeTag(tx, params.tag_id)
    return { ok: true }
  }),
}
