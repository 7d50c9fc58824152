import type { ChangeEvent } from 'react'

/**
 * True for the second click of a double click. The first one removes an item, so the second one would hit the next item
 * in the list.
 */
export const isSecondClick = ({ nativeEvent }: ChangeEvent): boolean =>
  nativeEvent instanceof MouseEvent && nativeEvent.detail > 1
