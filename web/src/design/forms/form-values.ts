// Compares what the forms of a dialog contain.

/** Everything that the forms inside an element contain, as one text. */
export const valuesOf = (element: ParentNode): string =>
  JSON.stringify(
    [...element.querySelectorAll<Control>('form :is(input, textarea, select)')].map(control =>
      control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type)
        ? control.checked
        : control.value,
    ),
  )

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
