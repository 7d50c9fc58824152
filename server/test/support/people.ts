import { type Client, createClient } from '@daymark/client'
import type { TestApp } from './app.ts'

export interface Person {
  id: string
  client: Client
  friend_code: string
  /** Additional claims in the person's tokens. */
  claims: Record<string, unknown>
}

let count = 0

/** The person's id begins with `name`. An email address is verified unless the claims say otherwise. */
export async function newPerson(
  server: TestApp,
  name: string,
  claims: Record<string, unknown> = {},
): Promise<Person> {
  const id = `${name}-${++count}`
  const allClaims = { ...(claims['email'] !== undefined && { email_verified: true }), ...claims }
  const client = await server.as(id, allClaims)
  const { friend_code } = await client.users.me()
  return { id, client, friend_code, claims: allClaims }
}

const MONTH_S = 30 * 86_400

/** The token stays valid while a test advances the clock by days. */
export async function lastingClient(server: TestApp, { id, claims }: Person): Promise<Client> {
  const times = { now: server.clock.now(), expiresIn: MONTH_S }
  const token = await server.issuer.token({ sub: id, name: id, ...claims }, times)
  return createClient({ baseUrl: 'http://daymark.test', token, fetch: server.fetch, retry: false })
}

export async function befriend(a: Person, b: Person): Promise<string> {
  const id = await ask(a, b)
  await b.client.friends.accept({ params: { friendship_id: id } })
  return id
}

export async function ask(a: Person, b: Person): Promise<string> {
  const answer = await a.client.friends.request({ body: { friend_code: b.friend_code } })
  if (!('id' in answer)) throw new Error('A request by friend code answers with the friendship.')
  return answer.id
}

export const block = (a: Person, b: Person) => a.client.friends.block({ params: { user_id: b.id } })
export const unblock = (a: Person, b: Person) => a.client.friends.unblock({ params: { user_id: b.id } })
