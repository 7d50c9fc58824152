// Recognizes the second click of a double click.
import type { ChangeEvent } from 'react'

/** After the first click an item leaves its list, and the next one is under the pointer. It must not change too. */
export const isSecondClick = ({ nativeEvent }: ChangeEvent): boolean =>
  nativeEvent instanceof MouseEvent && nativeEvent.detail > 1
