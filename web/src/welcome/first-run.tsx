// Three steps for new users, and a sample week or an import as alternatives.
import type { TagGroup } from '@daymark/contract/planning/tags'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Button, IconButton } from '../design/button.tsx'
import { dateOf } from '../design/format.ts'
import { Icon } from '../design/icon.tsx'
import { FIRST_COLOR } from '../quick-add/first-todo.ts'
import { useTexts } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'
import { timerMinutes } from '../session/region/timer-minutes.ts'
import type { AddText } from '../session/unsent/quick-add.ts'
import { useQuickAdd } from '../sync/use-quick-add.ts'
import { useAction } from '../sync/use-write.ts'
import { useStart } from '../timers/live/control.ts'
import { welcomeTexts } from './texts.ts'
import type { useFirstRun } from './use-first-run.ts'
import { useAddSample } from './use-sample.ts'
import './welcome.css'

interface Props {
  run: ReturnType<typeof useFirstRun>
  lists: readonly TagGroup[]
  hasTodo: boolean
  hasTimer: boolean
}

const IMPORT_PATH = '/settings/calendars'
const LONGEST = 255

export function FirstRun({ run, lists, hasTodo, hasTimer }: Props) {
  const t = useTexts(welcomeTexts)
  const client = useClient()
  const act = useAction()
  const start = useStart()
  const addSample = useAddSample()
  const first = lists[0]
  const minutes = timerMinutes()
  const isDone = first !== undefined && hasTodo && hasTimer
  const makeList = (name: string) => {
    run.start()
    return act(live =>
      live.write(client.tags.createGroup, { body: { name, color: FIRST_COLOR, is_todo_group: true } }),
    )
  }
  const addTodo = (title: string) =>
    first &&
    act(live =>
      live.write(client.todos.create, { body: { title, tag_group_id: first.id, deadline: dateOf() } }),
    )
  return (
    <section className="first-run" aria-label={t.title}>
      <div className="row spread first-run-head">
        <h3>{isDone ? t.finished : t.title}</h3>
        <IconButton name={t.dismiss} onClick={run.hide}>
          <Icon name="close" size={15} />
        </IconButton>
      </div>
      <p className="soft">{isDone ? t.finishedHint : t.hint}</p>
      <ol className="plain-list welcome-steps">
        <Step name={t.steps.list} isDone={first !== undefined} isNext>
          <OneLine draft="first-list" label={t.listLabel} action={t.listAdd} onAdd={makeList} />
        </Step>
        <Step name={t.steps.todo} isDone={hasTodo} isNext={first !== undefined}>
          <OneLine draft="first-todo" label={t.todoLabel} action={t.todoAdd} onAdd={addTodo} />
        </Step>
        <Step name={t.steps.timer} isDone={hasTimer} isNext={hasTodo}>
          <Button
            onClick={() => {
              run.start()
              start({ title: t.timerTitle, allocated_duration: minutes * 60 })
            }}
          >
            <Icon name="play" size={15} /> {t.timerStart(minutes)}
          </Button>
        </Step>
      </ol>
      {first === undefined && !hasTodo ? (
        <div className="first-run-else">
          <span className="soft">{t.or}</span>
          <Button onClick={addSample}>{t.addSample}</Button>
          <Link href={IMPORT_PATH} className="button">
            {t.importLink}
          </Link>
        </div>
      ) : null}
    </section>
  )
}

interface StepProps {
  name: string
  isDone: boolean
  /** True if the step can be done now. The step then shows its field or button until it is done. */
  isNext: boolean
  children: ReactNode
}

function Step({ name, isDone, isNext, children }: StepProps) {
  const t = useTexts(welcomeTexts)
  return (
    <li className={isDone ? 'first-step is-done' : 'first-step'}>
      <span className="first-step-mark">{isDone ? <Icon name="check" size={14} /> : null}</span>
      <span className="first-step-name">
        {name}
        {isDone ? <span className="visually-hidden"> ({t.stepDone})</span> : null}
      </span>
      {isNext && !isDone ? <div className="first-step-action">{children}</div> : null}
    </li>
  )
}

interface LineProps {
  draft: string
  label: string
  action: string
  onAdd: AddText
}

function OneLine({ draft, label, action, onAdd }: LineProps) {
  const { onSubmit, inputProps } = useQuickAdd(draft, onAdd)
  return (
    <form className="row first-step-form" onSubmit={onSubmit}>
      <input dir="auto" className="input" aria-label={label} maxLength={LONGEST} {...inputProps} />
      <Button type="submit">{action}</Button>
    </form>
  )
}
