import pg from 'pg'
import { newId } from '../../server/src/platform/kernel/ids.ts'
import { runProgram } from '../../server/test/support/process.ts'
import type { Person } from './attacks.ts'

export async function signUp(
  url: string,
  settings: Record<string, string>,
  count: number,
): Promise<Person[]> {
  const emails = Array.from({ length: count }, (_, index) => `person${index}@example.org`)
  const { out, err } = await runProgram('../../bench/holding/people.ts', emails, {
    ...settings,
    NODE_OPTIONS: '',
  })
  if (out === '') throw new Error(err)
  const tokens = JSON.parse(out) as string[]
  return Promise.all(
    emails.map(async (email, index) => {
      const token = tokens[index] ?? ''
      const ask = async (method: string, path: string, body?: object) => {
        const response = await fetch(`${url}${path}`, {
          method,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
        })
        return (await response.json()) as { id: string }
      }
      const { id } = await ask('GET', '/v1/users/me')
      const group = (await ask('POST', '/v1/tags/groups', { name: 'Work', color: '#112233' })).id
      return { id, email, token, group }
    }),
  )
}

export async function emptyDatabase(server: string): Promise<string> {
  const url = new URL(server)
  const name = `holding_${newId().replaceAll('-', '')}`
  const client = new pg.Client(server)
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  url.pathname = name
  return url.href
}
