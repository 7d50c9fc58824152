import type { Context } from '../context.ts'
import { type DayShape, dayOf } from '../day/data.ts'
import { MOST_ANYTIME, renderDay } from '../day/render.ts'
import { Failure } from '../failure.ts'
import { saveList } from '../session/copy.ts'
import { withSession } from '../session/session.ts'

export const today = (context: Context): Promise<void> =>
  withSession(context, async session => {
    const given = context.values.get('date')
    if (given !== undefined && !isDate(given)) throw new Failure('usage', context.t.errors.badDate(given))
    const day = await dayOf(session, given ?? session.today())
    await saveList(session.folder, numbered(day))
    context.say(...renderDay(day, session, context))
    context.json(day)
  })

/** Returns todo ids in the order of their displayed numbers. */
export const numbered = ({ todos, anytime }: Pick<DayShape, 'todos' | 'anytime'>): string[] =>
  [...todos, ...anytime.slice(0, MOST_ANYTIME)].map(({ id }) => id)

const isDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text)
