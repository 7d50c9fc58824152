// Sends many pipelined requests on one connection and never reads the responses.
import { after, before, describe, it } from 'node:test'
import { Attacker } from './attacker.ts'
import { openVictim, type Victim } from './victim.ts'

/** The attack lasts until another person, the bystander, has received this many responses. */
const WHILE_SERVED = 100

describe('pipelined requests', () => {
  let victim: Victim
  before(async () => {
    victim = await openVictim()
  })
  after(() => victim.stop())

  // The server caches the responses for the first two paths, but computes the holidays for every request.
  const holidays = '/v1/holidays?country=US&start_date=2020-01-01&end_date=2029-12-31'
  for (const path of ['/openapi.json', '/docs/swagger-ui-bundle.js', holidays]) {
    it(`1,400 unread GET ${path} on each of 6 connections`, async () => {
      const attackers = await Attacker.openMany(victim, 6)
      await victim.withstands(async () => {
        for (const attacker of attackers) attacker.pipeline(path, 1_400)
        await victim.serves(WHILE_SERVED)
      })
      for (const attacker of attackers) attacker.close()
    })
  }
})
