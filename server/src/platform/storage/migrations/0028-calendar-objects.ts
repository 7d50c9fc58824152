// Adds the objects that calendar apps have stored and the properties that they have set on collections.
import type { Migration } from '../schema/migration.ts'

export const calendarObjects: Migration = {
  name: '0028-calendar-objects',
  statements: t => [
    // No foreign key to the item, because syncing and undo still need the name after the item is deleted.
    `create table calendar_objects (
      kind ${t.text} not null,
      resource_id ${t.id} not null,
      owner_id ${t.text} not null references users (id) on delete cascade,
      name ${t.text} not null,
      uid ${t.text} not null,
      source ${t.text} not null,
      base ${t.text} not null,
      parent_uid ${t.text},
      bytes ${t.int} not null,
      primary key (kind, resource_id)
    ) ${t.end}`,
    'create index calendar_objects_name on calendar_objects (owner_id, name)',
    'create index calendar_objects_uid on calendar_objects (owner_id, uid)',
    'create index calendar_objects_bytes on calendar_objects (owner_id, bytes)',
    'create index calendar_objects_parent on calendar_objects (owner_id, parent_uid) where parent_uid is not null',
    `create table calendar_properties (
      owner_id ${t.text} not null references users (id) on delete cascade,
      collection ${t.text} not null,
      property ${t.text} not null,
      value ${t.text} not null,
      primary key (owner_id, collection, property)
    ) ${t.end}`,
  ],
}
