// Replaces random ids and secrets with stable ones, so that recordings can be compared.

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** Obviously fake secrets. Where length matters, they have the length of real ones. */
const SECRETS: Record<string, string> = {
  access_token: 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIuLi4ifQ.c2lnbmF0dXJl',
  refresh_token: 'cmVmcmVzaA.MQ.c2lnbmF0dXJl',
  token: 'dmk_Example0Example0Example0Example0Example0Exa',
  prefix: 'dmk_Exam',
  friend_code: 'K7QXM2PA',
}

/** Numbers the ids in the order in which they appear: ...0001, ...0002. */
export function nameStably<T>(value: T): T {
  const names = new Map<string, string>()
  const nameOf = (id: string) => {
    const known = names.get(id) ?? `01a1dd40-93c2-7156-a99d-${String(names.size + 1).padStart(12, '0')}`
    names.set(id, known)
    return known
  }
  const text = JSON.stringify(value, (key, each) => (typeof each === 'string' && SECRETS[key]) || each)
  return JSON.parse(text.replace(UUID, nameOf)) as T
}
