// Finds tags by name, creates missing ones in a group for imports, and chooses the group for new todos.

import { joining } from '../../../platform/changes/joining.ts'
import type { RecordedStorage } from '../../../platform/changes/recording/recorded-storage.ts'
import type { RequestTx } from '../../../platform/changes/request-tx.ts'
import type { Actor } from '../../../platform/kernel/actor.ts'
import { isRefusal } from '../../../platform/kernel/errors.ts'
import { preferenceStore } from '../../preferences/store.ts'
import * as tags from '../../tags/service.ts'
import { tagStore } from '../../tags/store.ts'
import type { TagGroup } from '../../tags/tag.ts'

interface Parts {
  storage: RecordedStorage
}

interface Options {
  /** The todo group that the caller chose for new todos. */
  group_id: string | undefined
  /** False if unknown categories must not become tags. */
  mayCreate: boolean
  /** The names of the tags that earlier steps of the import have created. */
  created: readonly string[]
}

/** The name of the group for imports, by language. */
const GROUPS = { en: 'Imported', ko: '가져온 항목' }
const COLORS = ['#4F86C6', '#8A63D2', '#2E8B57', '#C2703D', '#B5487A', '#5F6B7A']
/** The maximum number of new tags per import. Further categories get no tag. */
const MAX_NEW = 200

export class ImportTags {
  readonly ids: Map<string, string>
  /** The names of new tags. */
  readonly created: string[]
  readonly #parts: Parts
  readonly #actor: Actor
  readonly #mayCreate: boolean
  /** Todo groups by name. Each list of another program becomes a todo group. */
  readonly #lists: Map<string, string>
  /** The group for imports, or its name until the group is created. */
  #imported: TagGroup | string
  #todoGroupId: string | undefined

  private constructor(
    parts: Parts,
    actor: Actor,
    ids: Map<string, string>,
    imported: TagGroup | string,
    todoGroupId: string | undefined,
    mayCreate: boolean,
    lists: Map<string, string>,
    created: readonly string[],
  ) {
    this.created = [...created]
    this.#lists = lists
    this.#parts = parts
    this.#actor = actor
    this.ids = ids
    this.#imported = imported
    this.#todoGroupId = todoGroupId
    this.#mayCreate = mayCreate
  }

  static read(parts: Parts, actor: Actor, { group_id, mayCreate, created }: Options): Promise<ImportTags> {
    return parts.storage.read(async db => {
      const { items: own } = await tagStore(db).listTags(actor.id, {})
      const { items: groups } = await tagStore(db).listGroups(actor.id, {})
      const ids = new Map(own.toReversed().map(tag => [tag.name, tag.id]))
      const preferences = await preferenceStore(db).find(actor.id)
      const preferred = preferences?.default_tag_group_id ?? undefined
      const imported = groups.find(group => Object.values(GROUPS).includes(group.name))
      const name = GROUPS[preferences?.language ?? 'en']
      const lists = new Map(
        groups.filter(group => group.is_todo_group).map(group => [group.name, group.id] as const),
      )
      const todoGroup = group_id ?? preferred
      return new ImportTags(parts, actor, ids, imported ?? name, todoGroup, mayCreate, lists, created)
    })
  }

  /** Records the names of new tags in a dry run, which creates no tags. */
  expect(names: readonly string[]): void {
    for (const name of this.#unknown(names)) this.created.push(name)
  }

  async need(names: readonly string[]): Promise<void> {
    for (const name of this.#unknown(names)) {
      const group = await this.#group()
      const color = COLORS[this.created.length % COLORS.length] ?? '#4F86C6'
      try {
        const tag = await this.#write(tx => tags.createTag(tx, { name, color, group_id: group.id }))
        this.ids.set(name, tag.id)
        this.created.push(name)
      } catch (error) {
        // The service refuses the tag, for example, if a tag with another spelling of this name exists.
        if (!isRefusal(error)) throw error
      }
    }
  }

  #unknown(names: readonly string[]): string[] {
    if (!this.#mayCreate) return []
    const unknown = names.filter(name => !this.ids.has(name) && !this.created.includes(name))
    return unknown.slice(0, MAX_NEW - this.created.length)
  }

  /**
   * Returns the id of the todo group with the list's name, and creates the group if necessary. Without a list, or if
   * lists must not become groups, returns the chosen or preferred todo group, or the group for imports.
   */
  async todoGroup(list: string | null = null): Promise<string> {
    if (list !== null && this.#mayCreate) {
      const known = this.#lists.get(list)
      if (known !== undefined) return known
      const color = COLORS[this.#lists.size % COLORS.length] ?? '#4F86C6'
      const group = { name: list, color, is_todo_group: true }
      const { id } = await this.#write(tx => tags.createGroup(tx, group))
      this.#lists.set(list, id)
      return id
    }
    this.#todoGroupId ??= (await this.#group(true)).id
    return this.#todoGroupId
  }

  async #group(forTodos = false): Promise<TagGroup> {
    let group = this.#imported
    if (typeof group === 'string') {
      const body = { name: group, color: COLORS[0] ?? '', is_todo_group: forTodos }
      group = await this.#write(tx => tags.createGroup(tx, body))
    } else if (forTodos && !group.is_todo_group) {
      const { id } = group
      group = await this.#write(tx => tags.updateGroup(tx, id, { is_todo_group: true }))
    }
    this.#imported = group
    return group
  }

  #write<T>(run: (tx: RequestTx) => Promise<T>): Promise<T> {
    return joining(this.#parts.storage, this.#actor, run)
  }
}
