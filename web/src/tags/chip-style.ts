// The colour of a tag for a chip: a custom property, which the types of React do not know.
import type { CSSProperties } from 'react'

export const chipStyle = (color: string): CSSProperties => ({ '--chip': color }) as CSSProperties
