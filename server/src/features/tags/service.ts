import type { tagRoutes } from '@daymark/contract/planning/tags'
import type { DecodedBody } from '@daymark/contract/route'
import type { RequestTx } from '../../platform/changes/request-tx.ts'
import type { Actor } from '../../platform/kernel/actor.ts'
import { conflict, notFound, Problem, rejected } from '../../platform/kernel/errors.ts'
import { newId } from '../../platform/kernel/ids.ts'
import type { Page, PageRequest } from '../../platform/kernel/page.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'
import { ownsGroup, ownTagIds, type TagStore, tagStore } from './store.ts'
import { goalErrors, type Tag, type TagGroup, type TagGroupWithTags, withoutTag } from './tag.ts'

type GroupCreate = DecodedBody<(typeof tagRoutes)['createGroup']>
type GroupPatch = DecodedBody<(typeof tagRoutes)['updateGroup']>
type TagCreate = DecodedBody<(typeof tagRoutes)['create']>
type TagPatch = DecodedBody<(typeof tagRoutes)['update']>

const NO_GROUP = 'Tag group not found.'
const NO_TAG = 'Tag not found.'
const NAME_TAKEN = 'The group already has a tag with this name.'

export async function createGroup(tx: RequestTx, body: GroupCreate): Promise<TagGroupWithTags> {
  const group: TagGroup = {
    id: body.id ?? newId(),
    owner_id: tx.actor.id,
    name: body.name,
    color: body.color,
    description: body.description ?? null,
    goal_ratios: null,
    goal_hours: null,
    is_todo_group: body.is_todo_group ?? false,
    version: 0,
    created_at: tx.now,
    updated_at: tx.now,
  }
  await tagStore(tx).insertGroup(group)
  return { ...group, tags: [] }
}

export async function listGroups(db: Db, actor: Actor, page: PageRequest): Promise<Page<TagGroupWithTags>> {
  const store = tagStore(db)
  const groups = await store.listGroups(actor.id, page)
  const tags = Map.groupBy(await store.tagsOfGroups(groups.items.map(group => group.id)), tag => tag.group_id)
  return { ...groups, items: groups.items.map(group => ({ ...group, tags: tags.get(group.id) ?? [] })) }
}

export async function getGroup(db: Db, actor: Actor, id: string): Promise<TagGroupWithTags> {
  const store = tagStore(db)
  const group = await store.findGroup(actor.id, id)
  if (!group) throw notFound(NO_GROUP)
  return { ...group, tags: await store.tagsOfGroups([id]) }
}

export async function updateGroup(tx: RequestTx, id: string, body: GroupPatch): Promise<TagGroupWithTags> {
  const group = await getGroup(tx, tx.actor, id)
  checkGoals('goal_ratios', body.goal_ratios, group.tags)
  checkGoals('goal_hours', body.goal_hours, group.tags)
  if (Object.keys(body).length === 0) return group
  const changes = { ...body, updated_at: tx.now }
  await tagStore(tx).updateGroup(id, changes)
  return { ...group, ...changes }
}

export async function createTag(tx: RequestTx, body: TagCreate): Promise<Tag> {
  const store = tagStore(tx)
  if (!(await store.findGroup(tx.actor.id, body.group_id))) throw notFound(NO_GROUP)
  const tag: Tag = {
    id: body.id ?? newId(),
    owner_id: tx.actor.id,
    group_id: body.group_id,
    name: body.name,
    color: body.color,
    description: body.description ?? null,
    version: 0,
    created_at: tx.now,
    updated_at: tx.now,
  }
  if (!(await store.insertTag(tag))) throw conflict(NAME_TAKEN)
  return tag
}

export async function getTag(db: Db, actor: Actor, id: string): Promise<Tag> {
  const tag = await tagStore(db).findTag(actor.id, id)
  if (!tag) throw notFound(NO_TAG)
  return tag
}

export async function updateTag(tx: RequestTx, id: string, body: TagPatch): Promise<Tag> {
  const store = tagStore(tx)
  const tag = await getTag(tx, tx.actor, id)
  if (Object.keys(body).length === 0) return tag
  const changed = { ...tag, ...body, updated_at: tx.now }
  if (changed.group_id !== tag.group_id) await leaveGroup(store, tag, changed.group_id)
  if (await store.nameIsTaken(changed.group_id, changed.name, id)) throw conflict(NAME_TAKEN)
  await store.updateTag(id, { ...body, updated_at: changed.updated_at })
  return changed
}

export async function removeTag(tx: RequestTx, id: string): Promise<void> {
  const store = tagStore(tx)
  await dropGoal(store, await getTag(tx, tx.actor, id))
  await store.deleteTag(id)
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
