// The tag color of a chip as a CSS custom property, which React's types do not include.
import type { CSSProperties } from 'react'

export const chipStyle = (color: string): CSSProperties => ({ '--chip': color }) as CSSProperties
