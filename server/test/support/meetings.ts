import assert from 'node:assert/strict'
import type { Client } from '@daymark/client'
import type { TestApp } from './app.ts'

/** On Mondays, Wednesdays and Fridays in two weeks (2 to 15 March 2026), from nine to noon. */
export const PLANNING = {
  title: 'Planning',
  start_date: '2026-03-02',
  end_date: '2026-03-15',
  available_days: [0, 2, 4],
  start_time: '09:00:00',
  end_time: '12:00:00',
}

export const MISSING = '01a1dd40-93c2-7156-a99d-dae837885b29'

export const slot = (slot_date: string, start_time: string, end_time: string) => ({
  slot_date,
  start_time,
  end_time,
})

export async function befriend(one: Client, other: Client): Promise<string> {
  const { friend_code } = await other.users.me()
  const friendship = await one.friends.request({ body: { friend_code } })
  assert.ok('id' in friendship)
  await other.friends.accept({ params: { friendship_id: friendship.id } })
  return friendship.id
}

/** Follows the `Link` headers to the last page. */
export async function readPages<T>(server: TestApp, person: string, path: string): Promise<T[][]> {
  const token = await server.issuer.token({ sub: person, name: person })
  const pages: T[][] = []
  for (let next: string | undefined = path; next; ) {
    const response = await server.fetch(next, { headers: { authorization: `Bearer ${token}` } })
    assert.equal(response.status, 200)
    pages.push((await response.json()) as T[])
    next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  }
  return pages
}
