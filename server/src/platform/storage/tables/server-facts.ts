export interface ServerFactTables {
  server_facts: {
    /** `id` names the server, and `probed_at` is the time of the last readiness check. */
    name: 'id' | 'probed_at'
    value: string
  }
}
