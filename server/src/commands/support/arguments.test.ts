import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal, readArguments } from './arguments.ts'

const usage = 'Usage: npm run greet'
const shape = {
  usage,
  options: { email: { type: 'string' }, yes: { type: 'boolean', short: 'y' } },
  positionals: 1,
} as const

const refusal = (given: string[], more = {}): string => {
  try {
    readArguments({ ...shape, ...more }, given)
  } catch (error) {
    assert.ok(error instanceof Refusal)
    return error.message
  }
  return ''
}

test('valid arguments are returned with their values', () => {
  const given = readArguments(shape, ['list', '--email', 'a@b.co', '-y'])
  assert.deepEqual({ ...given?.values }, { email: 'a@b.co', yes: true })
  assert.deepEqual(given?.positionals, ['list'])
  assert.equal(readArguments(shape, ['--email=-x'])?.values.email, '-x')
  assert.deepEqual(readArguments(shape, ['--', '--help'])?.positionals, ['--help'])
})

test('help is given whatever else is wrong', () => {
  for (const given of [['--help'], ['-h'], ['--nonsense', '--help', 'a', 'b']])
    assert.equal(readArguments(shape, given), undefined)
})

test('what is wrong is named, with a suggestion and the usage', () => {
  assert.equal(refusal(['--emial', 'x']), `There is no option --emial. Did you mean --email?\n\n${usage}`)
  assert.equal(refusal(['--emails=x']), `There is no option --emails. Did you mean --email?\n\n${usage}`)
  assert.equal(refusal(['-x']), `There is no option -x.\n\n${usage}`)
  assert.equal(refusal(['a', 'b']), `Unexpected argument "b".\n\n${usage}`)
  assert.equal(refusal(['--email']), `Option '--email <value>' argument missing.\n\n${usage}`)
  assert.match(refusal(['--yes=no']), /^Option '-y, --yes' does not take an argument\.\n\nUsage/)
  const check = () => {
    throw new Refusal('No.')
  }
  assert.equal(refusal([], { check }), 'No.')
})
