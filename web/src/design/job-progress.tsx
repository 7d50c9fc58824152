import { useState } from 'react'
import { useTexts } from '../session/language.tsx'
import { Button } from './button.tsx'
import { designTexts } from './texts.ts'
import './job-progress.css'

interface Props {
  label: string
  /** From 0 to 1. */
  progress: number
  /** Takes back what has been written. Undefined for deletions, which always go on. */
  stop?: (() => Promise<unknown>) | undefined
}

/** How far a request is that the server runs in steps. */
export function JobProgress({ label, progress, stop }: Props) {
  const t = useTexts(designTexts)
  const [isStopping, setStopping] = useState(false)
  return (
    <div className="row job-progress">
      <progress value={progress} aria-label={label} />
      {/* The bar says the same to screen readers, but only if they ask. */}
      <span className="job-percent" aria-hidden="true">
        {Math.floor(progress * 100)}%
      </span>
      {stop ? (
        <Button
          disabled={isStopping}
          onClick={() => {
            setStopping(true)
            // If it has just ended, there is nothing to stop.
            stop().catch(() => setStopping(false))
          }}
        >
          {isStopping ? t.takingBack : t.stopJob}
        </Button>
      ) : null}
    </div>
  )
}
