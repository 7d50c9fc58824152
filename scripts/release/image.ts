import { execFileSync } from 'node:child_process'

export const ENGINES = ['docker', 'podman', 'buildah'] as const
export type Engine = (typeof ENGINES)[number]

export const installedEngine = (): Engine | undefined =>
  ENGINES.find(engine => {
    try {
      execFileSync(engine, ['--version'], { stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  })

/** Arguments for saving an image to a file that `docker load` and `podman load` can read. */
export const saveArguments = (engine: Engine, image: string, file: string): string[] =>
  engine === 'buildah'
    ? ['push', image, `docker-archive:${file}:${image}`]
    : ['save', '--output', file, image]
