// Needs a cast, because React's types do not include CSS custom properties.
import type { CSSProperties } from 'react'

export const chipStyle = (color: string): CSSProperties => ({ '--chip': color }) as CSSProperties
