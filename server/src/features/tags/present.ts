import type * as wire from '@daymark/contract/planning/tags'
import type { Zone } from '../../platform/kernel/time/zone.ts'
import type { Tag, TagGroupWithTags } from './tag.ts'

/** Adds the version, which is only for the owner. */
export const presentTag = (tag: Tag, zone: Zone): wire.Tag => ({
  ...presentEmbedded(tag, zone),
  version: tag.version,
})

/** Presents a tag inside an item, which looks the same to everyone who may see the item. */
const presentEmbedded = (tag: Tag, zone: Zone): wire.Tag => ({
  id: tag.id,
  name: tag.name,
  color: tag.color,
  description: tag.description,
  group_id: tag.group_id,
  created_at: zone.format(tag.created_at),
  updated_at: zone.format(tag.updated_at),
})

const written = new WeakMap<readonly Tag[], { zone: Zone; tags: wire.Tag[] }>()

/** Caches by array identity: items with the same tags share one array, so each combination is converted once. */
export function presentTags(tags: readonly Tag[], zone: Zone): wire.Tag[] {
  if (tags.length === 0) return []
  const known = written.get(tags)
  if (known?.zone === zone) return known.tags
  const fresh = tags.map(tag => presentEmbedded(tag, zone))
  written.set(tags, { zone, tags: fresh })
  return fresh
}

export const presentGroup = (group: TagGroupWithTags, zone: Zone): wire.TagGroup => ({
  id: group.id,
  name: group.name,
  color: group.color,
  description: group.description,
  goal_ratios: group.goal_ratios,
  goal_hours: group.goal_hours,
  is_todo_group: group.is_todo_group,
  created_at: zone.format(group.created_at),
  updated_at: zone.format(group.updated_at),
  version: group.version,
  tags: group.tags.map(tag => presentTag(tag, zone)),
})
