// The second step's form contains a proof that the password was right. Only the same sign-in can use it.
import { sealWith } from '../../features/accounts/keys/seal.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'

export interface PassedPassword {
  id: string
  email: string
  /** When the password was checked, in seconds. */
  at_s: number
}

interface Visited {
  interaction: { uid: string }
}

const LONGEST_S = 600

export function secondSteps({ secret, clock }: { secret: string; clock: Clock }) {
  const seal = sealWith(secret, 'second step')
  return {
    write: (passed: PassedPassword, { interaction }: Visited): string =>
      seal.close(JSON.stringify(passed), interaction.uid),

    /** Returns undefined if the proof is forged, expired, or from another sign-in. */
    read(proof: string, { interaction }: Visited): PassedPassword | undefined {
      const text = proof === '' ? undefined : seal.open(proof, interaction.uid)
      const passed = text === undefined ? undefined : (JSON.parse(text) as PassedPassword)
      return passed && clock.now() / 1000 - passed.at_s <= LONGEST_S ? passed : undefined
    },
  }
}
