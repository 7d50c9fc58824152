export interface Selection {
  readonly ids: ReadonlySet<string>
  /** The start of a range: the last item toggled individually, or the item where Shift with an arrow key began. */
  readonly anchor: string | undefined
  /** True while a click on an item selects it instead of opening it. */
  readonly isOn: boolean
}

export const NONE: Selection = { ids: new Set(), anchor: undefined, isOn: false }

export const begun = (selection: Selection): Selection => ({ ...selection, isOn: true })

/** Selecting stays on when the last item is deselected, so that the user can select another one. */
export function toggled({ ids }: Selection, id: string): Selection {
  return { ids: ids.symmetricDifference(new Set([id])), anchor: id, isOn: true }
}

/**
 * Adds all items from the anchor to `id`. Without an anchor, adds only `id`. If the anchor is no longer in the list,
 * toggles `id`.
 */
export function extended(selection: Selection, order: readonly string[], id: string): Selection {
  const from = order.indexOf(selection.anchor ?? id)
  const to = order.indexOf(id)
  if (from < 0 || to < 0) return toggled(selection, id)
  const between = order.slice(Math.min(from, to), Math.max(from, to) + 1)
  return { ...selection, ids: new Set([...selection.ids, ...between]), isOn: true }
}

export const everything = (selection: Selection, order: readonly string[]): Selection => ({
  ...selection,
  ids: new Set(order),
  isOn: true,
})

/** Drops items that are no longer in the list, so that actions only affect items that the user can see. */
export function within(selection: Selection, order: readonly string[]): Selection {
  const known = new Set(order)
  const ids = selection.ids.intersection(known)
  return ids.size === selection.ids.size ? selection : { ...selection, ids }
}

export interface Modifiers {
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
}

/** Returns the selection after a click; undefined if the click opens the item. */
export function clicked(
  selection: Selection,
  order: readonly string[],
  id: string,
  { shiftKey, ctrlKey, metaKey }: Modifiers,
): Selection | undefined {
  if (shiftKey) return extended(selection, order, id)
  return ctrlKey || metaKey || selection.isOn ? toggled(selection, id) : undefined
}

/** Returns the selection after a key press on the focused item; undefined if the key does not change it. */
export function pressed(
  selection: Selection,
  order: readonly string[],
  id: string | undefined,
  event: Modifiers & { key: string; altKey: boolean },
): Selection | undefined {
  const mod = event.ctrlKey || event.metaKey
  if (event.key === 'Escape') return selection.isOn ? NONE : undefined
  if (mod && event.key.toLowerCase() === 'a') return everything(selection, order)
  if (id === undefined || event.altKey) return undefined
  if (event.shiftKey && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
    const next = order[order.indexOf(id) + (event.key === 'ArrowDown' ? 1 : -1)]
    const started = selection.anchor === undefined ? { ...selection, anchor: id } : selection
    return next === undefined ? undefined : extended(extended(started, order, id), order, next)
  }
  const isToggle = event.key === ' ' ? mod || selection.isOn : event.key.toLowerCase() === 'v' && !mod
  return isToggle ? toggled(selection, id) : undefined
}
