import type { tagRoutes } from '@daymark/contract/planning/tags'
import { mapPage } from '../../platform/kernel/page.ts'
import type { Handlers } from '../../platform/kernel/route-handlers.ts'
import { presentGroup, presentTag } from './present.ts'
import type { TagService } from './service.ts'

/** Omits `deleteGroup`, which planning implements because deleting a group affects todos. */
export const tagHandlers = (tags: TagService): Omit<Handlers<typeof tagRoutes>, 'deleteGroup'> => ({
  createGroup: async ({ actor, body, zone }) => presentGroup(await tags.createGroup(actor, body), zone),
  listGroups: async ({ actor, query, zone }) =>
    mapPage(await tags.listGroups(actor, query), group => presentGroup(group, zone)),
  getGroup: async ({ actor, params, zone }) =>
    presentGroup(await tags.getGroup(actor, params.group_id), zone),
  updateGroup: async ({ actor, params, body, zone }) =>
    presentGroup(await tags.updateGroup(actor, params.group_id, body), zone),
  create: async ({ actor, body, zone }) => presentTag(await tags.create(actor, body), zone),
  list: async ({ actor, query, zone }) =>
    mapPage(await tags.list(actor, query), tag => presentTag(tag, zone)),
  get: async ({ actor, params, zone }) => presentTag(await tags.get(actor, params.tag_id), zone),
  update: async ({ actor, params, body, zone }) =>
    presentTag(await tags.update(actor, params.tag_id, body), zone),
  remove: async ({ actor, params }) => {
    await tags.remove(actor, params.tag_id)
    return { ok: true }
  },
})
