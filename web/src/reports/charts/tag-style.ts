// Needs a cast, because React's types do not include CSS custom properties.
import type { CSSProperties } from 'react'

/** Rows without a color use the neutral color from the style sheet. */
export const tagStyle = (color: string | null, more: CSSProperties = {}): CSSProperties =>
  ({ ...(color !== null && { '--tag': color, '--chip': color }), ...more }) as CSSProperties
