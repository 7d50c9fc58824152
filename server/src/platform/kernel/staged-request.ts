// A request that goes on in several transactions after its handler has returned.

/** A handler returns this instead of its response. The protocol waits for the end, or responds with the job. */
export class StagedRequest {
  readonly id: string

  constructor(id: string) {
    this.id = id
  }
}
