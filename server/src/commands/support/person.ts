import { peopleOf } from '../../features/people/users/admin.ts'
import type { Storage } from '../../platform/storage/unit-of-work.ts'
import { Refusal } from './arguments.ts'
import { didYouMean } from './near-addresses.ts'

/** Returns the id of the person with this id or address. */
export async function personOf(storage: Storage, asked: string): Promise<string> {
  const person = await storage.read(db =>
    db.sql
      .selectFrom('users')
      .select('id')
      .where(eb => eb.or([eb('id', '=', asked), eb('email', '=', asked.toLowerCase())]))
      .executeTakeFirst(),
  )
  if (!person)
    throw new Refusal(
      `Nobody with the id or address ${asked} has signed in yet.${await near(storage, asked)} "npm run user -- list" shows all accounts.`,
    )
  return person.id
}

const near = async (storage: Storage, asked: string): Promise<string> =>
  didYouMean(
    asked,
    (await peopleOf(storage)).map(({ email }) => email),
  )
