// Recognizes the second click of a double click.
import type { ChangeEvent } from 'react'

/** The first click removes an item from its list, so the second click would change the next item under the pointer. */
export const isSecondClick = ({ nativeEvent }: ChangeEvent): boolean =>
  nativeEvent instanceof MouseEvent && nativeEvent.detail > 1
