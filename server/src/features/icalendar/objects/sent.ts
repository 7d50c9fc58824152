// Checks the text that a client sends, and names the precondition that it violates.
import { Problem } from '../../../platform/kernel/errors.ts'
import { uidOf } from '../mapping/component-text.ts'
import { ObjectFault } from '../mapping/model.ts'
import { type Component, IcalFault, parseCalendar } from '../text/content-line.ts'
import { COMPONENT, type Collection, MAX_OBJECT_BYTES, PreconditionFault } from './collection.ts'

export interface SentObject {
  calendar: Component
  components: Component[]
  uid: string
  /** The text to store, without METHOD. */
  text: string
}

export function readSent({ kind }: Collection, text: string): SentObject {
  if (Buffer.byteLength(text) > MAX_OBJECT_BYTES)
    throw new PreconditionFault('max-resource-size', `An object may have at most ${MAX_OBJECT_BYTES} bytes.`)
  if (CONTROL.test(text) || !text.isWellFormed())
    throw new PreconditionFault('valid-calendar-data', 'The text contains control characters.')
  return asPrecondition(() => {
    const calendar = parseCalendar(text)
    const kinds = new Set(calendar.components.map(each => each.name))
    kinds.delete('VTIMEZONE')
    const wanted = COMPONENT[kind]
    if (kinds.size > 0 && !kinds.has(wanted))
      throw new PreconditionFault('supported-calendar-component', `This collection contains ${wanted} only.`)
    const components = calendar.components.filter(each => each.name === wanted)
    if (components.some(hasLongCategories)) throw new ObjectFault('CATEGORIES is too long.')
    const uids = new Set(components.map(uidOf))
    const [uid] = uids
    if (uid === undefined) throw new ObjectFault(`The object contains no ${wanted}.`)
    if (uids.size > 1 || kinds.size > 1)
      throw new PreconditionFault(
        'valid-calendar-object-resource',
        'An object has one UID and one kind of component.',
      )
    return { calendar, components, uid, text: withoutMethod(calendar, text) }
  })
}

/** Removes METHOD, which RFC 4791, 4.1 forbids. Apps send it with invitations and imported files. */
const withoutMethod = ({ properties }: Component, text: string): string =>
  properties.some(({ name }) => name === 'METHOD') ? text.replace(METHOD_LINE, '') : text
const METHOD_LINE = /^METHOD[:;][^\n]*\n(?:[ \t][^\n]*\n)*/gim

const MAX_CATEGORIES = 65_536

const hasLongCategories = ({ properties }: Component): boolean =>
  properties.some(({ name, value }) => name === 'CATEGORIES' && value.length > MAX_CATEGORIES)

/** The control characters that XML cannot contain. */
const CONTROL = new RegExp(`[${range(0, 8)}${range(11, 12)}${range(14, 31)}]`)

/** Runs `work`, and converts a parse error to the precondition that the text violates. */
export function asPrecondition<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof IcalFault)
      throw new PreconditionFault('valid-calendar-data', `Line ${error.line}: ${error.message}`)
    if (error instanceof ObjectFault) throw new PreconditionFault('valid-calendar-data', error.message)
    throw error
  }
}

/** Converts a service error to a precondition: the object is invalid, or a quota is exceeded. Rethrows other errors. */
export function refuse(error: unknown): never {
  if (error instanceof Problem && (error.kind === 'invalid' || error.kind === 'rejected'))
    throw new PreconditionFault('valid-calendar-data', error.message)
  if (error instanceof Problem && error.kind === 'conflict')
    throw new PreconditionFault('quota-not-exceeded', error.message)
  throw error
}

function range(from: number, to: number): string {
  return `${String.fromCharCode(from)}-${String.fromCharCode(to)}`
}
