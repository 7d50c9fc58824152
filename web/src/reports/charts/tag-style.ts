// The color of a row as a CSS custom property, which React's types do not include.
import type { CSSProperties } from 'react'

/** Rows without a color use the neutral color of the style sheet. */
export const tagStyle = (color: string | null, more: CSSProperties = {}): CSSProperties =>
  ({ ...(color !== null && { '--tag': color, '--chip': color }), ...more }) as CSSProperties
