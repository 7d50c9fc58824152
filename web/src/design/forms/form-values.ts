/** Serializes the values of all forms inside an element, except those in nested dialogs. */
export const valuesOf = (element: ParentNode): string =>
  JSON.stringify(
    [...element.querySelectorAll<Control>('form :is(input, textarea, select)')]
      .filter(control => dialogOf(control) === dialogOf(element))
      .map(control =>
        control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type)
          ? control.checked
          : control.value,
      ),
  )

/** Returns the innermost dialog that contains the node. */
export const dialogOf = (node: unknown): Element | null =>
  node instanceof Element ? node.closest('dialog, [role="dialog"]') : null

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
