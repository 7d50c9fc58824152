import { Skeleton } from '../design/states.tsx'
import { useTexts } from '../session/language.tsx'
import { shellTexts } from '../shell/texts.ts'
import { useFocusRun, useFocusState } from '../timers/focus/use-focus.ts'
import { RunningFocus } from './running.tsx'
import { StartPanel } from './start-panel.tsx'
import { focusPageTexts } from './texts.ts'
import './focus.css'

export default function Focus() {
  const shell = useTexts(shellTexts)
  const t = useTexts(focusPageTexts)
  const run = useFocusRun()
  const state = useFocusState(run)
  const isActive = run && state && state.status !== 'ended'
  return (
    <div className="page focus-page">
      <header>
        <h1>{shell.pages.focus}</h1>
        {isActive ? null : <p className="soft">{t.intro}</p>}
      </header>
      {run === undefined ? (
        <Skeleton lines={4} height={44} />
      ) : isActive ? (
        <RunningFocus key={run.id} run={run} state={state} />
      ) : (
        <StartPanel />
      )}
    </div>
  )
}
