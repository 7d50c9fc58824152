// Stores properties of collections: WebDAV dead properties, client-chosen addresses, and the positions of renames.
import type { Db } from '../../../platform/storage/unit-of-work.ts'

export const propertyStore = ({ sql: kysely }: Db) => ({
  async properties(ownerId: string, collection: string): Promise<Map<string, string>> {
    const rows = await kysely
      .selectFrom('calendar_properties')
      .select(['property', 'value'])
      .where('owner_id', '=', ownerId)
      .where('collection', '=', collection)
      .execute()
    return new Map(rows.map(row => [row.property, row.value]))
  },

  /** Maps the values of this property to the collections that have them. */
  async segments(ownerId: string, property: string): Promise<Map<string, string>> {
    const rows = await kysely
      .selectFrom('calendar_properties')
      .select(['collection', 'value'])
      .where('owner_id', '=', ownerId)
      .where('property', '=', property)
      .execute()
    return new Map(rows.map(row => [row.value, row.collection]))
  },

  async removeProperties(ownerId: string, collection: string, except = ''): Promise<void> {
    await kysely
      .deleteFrom('calendar_properties')
      .where('owner_id', '=', ownerId)
      .where('collection', '=', collection)
      .where('property', '!=', except)
      .execute()
  },

  async setProperty(ownerId: string, collection: string, property: string, value: string | null) {
    await kysely
      .deleteFrom('calendar_properties')
      .where('owner_id', '=', ownerId)
      .where('collection', '=', collection)
      .where('property', '=', property)
      .execute()
    if (value === null) return
    await kysely
      .insertInto('calendar_properties')
      .values({ owner_id: ownerId, collection, property, value })
      .execute()
  },
})
