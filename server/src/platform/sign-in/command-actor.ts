import { type Actor, mintActor } from '../kernel/actor.ts'

/** The person for whom the operator runs a command. */
export const commandActor = (id: string): Actor => mintActor(id)
