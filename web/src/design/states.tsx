import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { messageOf } from './message.ts'

export const Skeleton = ({ lines = 3, height = 18 }: { lines?: number; height?: number }) => (
  <div className="stack" aria-hidden="true">
    {widths(lines).map(width => (
      <div key={width} className="skeleton" style={{ height, width: `${width}%` }} />
    ))}
  </div>
)

const widths = (lines: number): number[] =>
  Array.from({ length: lines }, (_, line) => 92 - line * (60 / lines))

export const Empty = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className="empty">
    <strong>{title}</strong>
    {children}
  </div>
)

export const Failure = ({ error, retry, again }: { error: unknown; retry?: () => void; again: string }) => (
  <div className="notice bad" role="alert">
    <p>{messageOf(error)}</p>
    {retry ? <Button onClick={retry}>{again}</Button> : null}
  </div>
)

export const Fault = ({ children }: { children: ReactNode }) =>
  children ? (
    <p className="notice bad" role="alert">
      {children}
    </p>
  ) : null
