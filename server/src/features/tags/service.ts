import type { tagRoutes } from '@daymark/contract/planning/tags'
import type { DecodedBody } from '@daymark/contract/route'
import type { Actor } from '../../platform/kernel/actor.ts'
import { conflict, notFound, Problem, rejected } from '../../platform/kernel/errors.ts'
import { newId } from '../../platform/kernel/ids.ts'
import type { Page, PageRequest } from '../../platform/kernel/page.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { Db, UnitOfWork } from '../../platform/storage/unit-of-work.ts'
import { ownsGroup, ownTagIds, type TagStore, tagStore } from './store.ts'
import { goalErrors, type Tag, type TagGroup, type TagGroupWithTags, withoutTag } from './tag.ts'

export type TagService = ReturnType<typeof tagService>

type GroupCreate = DecodedBody<(typeof tagRoutes)['createGroup']>
type GroupPatch = DecodedBody<(typeof tagRoutes)['updateGroup']>
type TagCreate = DecodedBody<(typeof tagRoutes)['create']>
type TagPatch = DecodedBody<(typeof tagRoutes)['update']>

const NO_GROUP = 'Tag group not found.'
const NO_TAG = 'Tag not found.'
const NAME_TAKEN = 'The group already has a tag with this name.'

export function tagService({ uow, clock }: { uow: UnitOfWork; clock: Clock }) {
  return {
    createGroup(actor: Actor, body: GroupCreate): Promise<TagGroupWithTags> {
      const now = clock.now()
      const group: TagGroup = {
        id: body.id ?? newId(),
        owner_id: actor.id,
        name: body.name,
        color: body.color,
        description: body.description ?? null,
        goal_ratios: null,
        goal_hours: null,
        is_todo_group: body.is_todo_group ?? false,
        version: 0,
        created_at: now,
        updated_at: now,
      }
      return uow.write([actor.id], async tx => {
        await tagStore(tx).insertGroup(group)
        return { ...group, tags: [] }
      })
    },

    listGroups(actor: Actor, page: PageRequest): Promise<Page<TagGroupWithTags>> {
      return uow.read(async db => {
        const store = tagStore(db)
        const groups = await store.listGroups(actor.id, page)
        const tags = Map.groupBy(
          await store.tagsOfGroups(groups.items.map(group => group.id)),
          tag => tag.group_id,
        )
        return { ...groups, items: groups.items.map(group => ({ ...group, tags: tags.get(group.id) ?? [] })) }
      })
    },

    getGroup: (actor: Actor, id: string): Promise<TagGroupWithTags> =>
      uow.read(db => groupWithTags(tagStore(db), actor.id, id)),

    updateGroup(actor: Actor, id: string, body: GroupPatch): Promise<TagGroupWithTags> {
      return uow.write([actor.id], async tx => {
        const store = tagStore(tx)
        const group = await groupWithTags(store, actor.id, id)
        checkGoals('goal_ratios', body.goal_ratios, group.tags)
        checkGoals('goal_hours', body.goal_hours, group.tags)
        if (Object.keys(body).length === 0) return group
        const changes = { ...body, updated_at: clock.now() }
        await store.updateGroup(id, changes)
        return { ...group, ...changes }
      })
    },

    create(actor: Actor, body: TagCreate): Promise<Tag> {
      const now = clock.now()
      return uow.write([actor.id], async tx => {
        const store = tagStore(tx)
        if (!(await store.findGroup(actor.id, body.group_id))) throw notFound(NO_GROUP)
        const tag: Tag = {
          id: body.id ?? newId(),
          owner_id: actor.id,
          group_id: body.group_id,
          name: body.name,
          color: body.color,
          description: body.description ?? null,
          version: 0,
          created_at: now,
          updated_at: now,
        }
        if (!(await store.insertTag(tag))) throw conflict(NAME_TAKEN)
        return tag
      })
    },

    list: (actor: Actor, page: PageRequest): Promise<Page<Tag>> =>
      uow.read(db => tagStore(db).listTags(actor.id, page)),

    get: (actor: Actor, id: string): Promise<Tag> => uow.read(db => ownTag(tagStore(db), actor.id, id)),

    update(actor: Actor, id: string, body: TagPatch): Promise<Tag> {
      return uow.write([actor.id], async tx => {
        const store = tagStore(tx)
        const tag = await ownTag(store, actor.id, id)
        if (Object.keys(body).length === 0) return tag
        const changed = { ...tag, ...body, updated_at: clock.now() }
        if (changed.group_id !== tag.group_id) await leaveGroup(store, tag, changed.group_id)
        if (await store.nameIsTaken(changed.group_id, changed.name, id)) throw conflict(NAME_TAKEN)
        await store.updateTag(id, { ...body, updated_at: changed.updated_at })
        return changed
      })
    },

    remove(actor: Actor, id: string): Promise<void> {
      return uow.write([actor.id], async tx => {
        const store = tagStore(tx)
        const tag = await ownTag(store, actor.id, id)
        await dropGoal(store, tag)
        await store.deleteTag(id)
      })
    },
  }
}

/** Throws unless all tags belong to the owner. Other people's tags get the same error as unknown tags. */
export async function requireOwnTags(db: Db, ownerId: string, ids: readonly string[]): Promise<void> {
  const own = await ownTagIds(db, ownerId, ids)
  if (own.length !== ids.length) throw rejected('At least one of the tags was not found.')
}

/** Throws unless the group belongs to the owner. Other people's groups get the same error as unknown groups. */
export async function requireOwnGroup(db: Db, ownerId: string, id: string): Promise<void> {
  if (!(await ownsGroup(db, ownerId, id))) throw rejected('The tag group was not found.')
}

async function groupWithTags(store: TagStore, ownerId: string, id: string): Promise<TagGroupWithTags> {
  const group = await store.findGroup(ownerId, id)
  if (!group) throw notFound(NO_GROUP)
  return { ...group, tags: await store.tagsOfGroups([id]) }
}

async function ownTag(store: TagStore, ownerId: string, id: string): Promise<Tag> {
  const tag = await store.findTag(ownerId, id)
  if (!tag) throw notFound(NO_TAG)
  return tag
}

async function leaveGroup(store: TagStore, tag: Tag, toGroupId: string): Promise<void> {
  if (!(await store.findGroup(tag.owner_id, toGroupId))) throw notFound(NO_GROUP)
  await dropGoal(store, tag)
}

async function dropGoal(store: TagStore, tag: Tag): Promise<void> {
  const group = await store.findGroup(tag.owner_id, tag.group_id)
  if (!group) return
  const goal_ratios = withoutTag(group.goal_ratios, tag.id)
  const goal_hours = withoutTag(group.goal_hours, tag.id)
  if (goal_ratios === group.goal_ratios && goal_hours === group.goal_hours) return
  await store.updateGroup(group.id, { goal_ratios, goal_hours })
}

function checkGoals(
  field: 'goal_ratios' | 'goal_hours',
  goals: Record<string, number> | null | undefined,
  tags: readonly Tag[],
): void {
  const errors = goalErrors(
    field,
    goals ?? {},
    tags.map(tag => tag.id),
  )
  if (errors.length > 0) {
    throw new Problem('invalid', `${field} must contain tags of this group only.`, { errors })
  }
}
