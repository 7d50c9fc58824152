import { type EventFields, EventList, templateOf } from '../../features/calendar/present.ts'
import { type RangeItem, viewOf } from '../../features/planning/schedules/range/range.ts'
import { atOnce } from '../../platform/kernel/concurrency/at-once.ts'
import type { Plan, PlannedField } from './plan.ts'

export class AnswerTooLarge extends Error {}

/** The number of characters left for the response. Limited because aliases can repeat long strings. */
export interface Budget {
  characters: number
}

/** Writes the selected fields of an object or a list. Returns pieces of JSON, which are fastest to join all at once. */
export const writeJson = (...given: Parameters<typeof jsonSteps>): string[] => atOnce(jsonSteps(...given))

/** Like `writeJson`, but yields after each list of events and each list item. */
export function* jsonSteps(
  plan: Plan | undefined,
  value: unknown,
  budget: Budget,
): Generator<undefined, string[]> {
  const writer = new JsonWriter(budget)
  yield* writer.write(plan, value)
  return writer.pieces
}

/**
 * Text for events that differ in few fields, such as the events of one series: `pieces` are the parts that they share,
 * and `own` has the functions that write the differing fields between the pieces.
 */
interface Template {
  pieces: readonly string[]
  own: readonly ((item: RangeItem) => string | null)[]
  length: number
}

class JsonWriter {
  readonly pieces: string[] = []
  readonly #budget: Budget
  readonly #templates = new Map<Plan, Map<object, Template>>()

  constructor(budget: Budget) {
    this.#budget = budget
  }

  /** Without a plan, the value is a scalar. */
  *write(plan: Plan | undefined, value: unknown): Generator<undefined, void> {
    if (value === null || value === undefined) this.#add('null')
    else if (!plan) this.#add(JSON.stringify(value))
    else if (value instanceof EventList) this.#events(plan, value)
    else if (Array.isArray(value)) yield* this.#list(plan, value)
    else yield* this.#object(plan, value as Record<string, unknown>)
  }

  *#object(plan: Plan, given: Record<string, unknown>): Generator<undefined, void> {
    this.#add('{')
    for (const [at, field] of plan.entries()) {
      this.#add(`${at > 0 ? ',' : ''}${labelOf(field)}`)
      const value = field.compute ? field.compute(given) : given[field.name]
      yield* this.write(field.fields, field.typename ?? value)
    }
    this.#add('}')
  }

  *#list(plan: Plan, values: readonly unknown[]): Generator<undefined, void> {
    this.#add('[')
    for (const [at, value] of values.entries()) {
      if (at > 0) this.#add(',')
      yield* this.write(plan, value)
      yield
    }
    this.#add(']')
  }

  /** Joins the events of each list, because many small pieces burden the garbage collector. */
  #events(plan: Plan, { items, fields }: EventList): void {
    const templates = this.#templates.get(plan) ?? new Map<object, Template>()
    this.#templates.set(plan, templates)
    const parts: string[] = []
    for (const item of items) {
      const key = templateOf(item)
      let template = templates.get(key)
      if (!template) {
        template = this.#template(plan, fields, item)
        templates.set(key, template)
      }
      const { pieces, own } = template
      let { length } = template
      for (let at = 0; at < own.length; at++) {
        const text = own[at]?.(item) ?? ''
        parts.push(pieces[at] ?? '', text)
        length += text.length
      }
      parts.push(pieces[own.length] ?? '')
      this.#spend(length)
    }
    // Removes the first comma, because every event begins with one.
    this.pieces.push(`[${parts.join('').slice(1)}]`)
  }

  #template(plan: Plan, fields: EventFields, item: RangeItem): Template {
    const view = viewOf(item)
    // A copy, because each event spends the budget when it is written.
    const budget = { ...this.#budget }
    const own: Template['own'][number][] = []
    const pieces: string[] = []
    let text = ',{'
    for (const [at, field] of plan.entries()) {
      text += `${at > 0 ? ',' : ''}${labelOf(field)}`
      const ownField = fields.own[field.name as keyof EventFields['own']]
      // An own field is null either for all events of a template or for none.
      if (ownField && ownField(item) !== null) {
        pieces.push(`${text}"`)
        own.push(ownField)
        text = '"'
      } else {
        const shared = fields.shared[field.name as keyof EventFields['shared']]
        text += writeJson(field.fields, field.typename ?? shared?.(view), budget).join('')
      }
    }
    pieces.push(`${text}}`)
    return { pieces, own, length: pieces.join('').length }
  }

  #add(text: string): void {
    this.#spend(text.length)
    this.pieces.push(text)
  }

  #spend(characters: number): void {
    this.#budget.characters -= characters
    if (this.#budget.characters < 0) throw new AnswerTooLarge()
  }
}

export const labelOf = ({ key }: PlannedField): string => `${JSON.stringify(key)}:`
