// Builds the image from the Dockerfile, starts it without root, uses it and stops it.
// npm run bench:image   (needs root, buildah and debootstrap, but no image registry: it builds a substitute base image)
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import manifest from '../package.json' with { type: 'json' }
import { freePort } from '../scripts/services/free-port.ts'

const ROOT = join(import.meta.dirname, '..')
const [MAJOR] = manifest.dependencies.node.split('.')
const BASE = `docker.io/library/node:${MAJOR}-bookworm-slim`
const IMAGE = `daymark:${manifest.version}`
const CERTIFICATES = 'etc/ssl/certs/ca-certificates.crt'

const folder = mkdtempSync(join(tmpdir(), 'daymark-image-'))
// Uses a separate image store, so that the substitute never replaces this machine's real base image.
const store = ['--root', join(folder, 'images'), '--runroot', join(folder, 'run')]
const buildah = (...args: string[]): string =>
  execFileSync('buildah', [...store, ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1024 * 1024,
  }).trim()

try {
  await main()
} finally {
  for (const container of buildah('containers', '--quiet').split('\n').filter(Boolean))
    buildah('rm', container)
  rmSync(folder, { recursive: true, force: true })
}

async function main(): Promise<void> {
  makeBase()
  const started = Date.now()
  buildah(
    'build',
    '--format',
    'docker',
    '--isolation',
    'chroot',
    '--pull=never',
    '--network',
    'host',
    '--tag',
    IMAGE,
    '.',
  )
  const [{ size }] = JSON.parse(buildah('images', '--json', IMAGE)) as [{ size: string }]
  console.log(
    `built ${IMAGE} in ${Math.round((Date.now() - started) / 1_000)} s; with the stand-in it has ${size}`,
  )
  const container = buildah('from', '--pull=never', IMAGE)
  const config = JSON.parse(buildah('inspect', IMAGE)).OCIv1.config as { User: string; Cmd: string[] }
  const port = await freePort()
  const server = runIn(container, port, config.Cmd)
  const exit = once(server, 'exit')
  const url = `http://127.0.0.1:${port}`
  await Promise.race([
    untilReady(url),
    exit.then(([code]) => Promise.reject(new Error(`It exited with ${code}.`))),
  ])
  const page = await (await fetch(url)).text()
  check('the web app is served', page.includes('<title>Daymark</title>'))
  const pid = listenerOn(port)
  check('it does not run as root', config.User === 'node' && statSync(`/proc/${pid}`).uid === 1_000)
  const doctor = buildah(...inContainer(container, port), 'node', 'server/src/commands/doctor.ts')
  check('npm run doctor finds nothing wrong', !/✗|\bFAIL/i.test(doctor))
  const created = buildah(
    ...inContainer(container, port),
    ...['node', 'server/src/commands/user.ts', 'create', '--email', 'ann@example.org'],
  )
  check('an account can be created', created.length > 0)
  process.kill(pid, 'SIGTERM')
  const [code] = await exit
  check(`SIGTERM ends it with 0 (${code})`, code === 0)
}

function inContainer(container: string, port: number): string[] {
  const run = ['run', '--isolation', 'chroot', '--network', 'host', '--user', 'node']
  return [...run, '--env', `PORT=${port}`, '--env', 'HOST=127.0.0.1', container, '--']
}

function runIn(container: string, port: number, command: readonly string[]) {
  return spawn('buildah', [...store, ...inContainer(container, port), ...command], {
    cwd: ROOT,
    stdio: 'inherit',
  })
}

/** Finds the server's process by its port, because buildah starts the server through helper processes. */
function listenerOn(port: number): number {
  const [, pid] =
    /pid=(\d+)/.exec(execFileSync('ss', ['-Hltnp', `sport = :${port}`], { encoding: 'utf8' })) ?? []
  return Number(pid)
}

function check(what: string, holds: boolean): void {
  console.log(`${holds ? 'yes' : 'NO '}  ${what}`)
  if (!holds) process.exitCode = 1
}

async function untilReady(url: string): Promise<void> {
  while (!(await fetch(`${url}/health/ready`).catch(() => undefined))?.ok) await pause(200)
}

/** Builds a Debian image with the Node of this process and the npm in `PATH`, and tags it as the official image. */
function makeBase(): void {
  const tree = join(folder, 'tree')
  execFileSync(
    'debootstrap',
    ['--variant=minbase', '--include=ca-certificates,libatomic1', 'bookworm', tree],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  const node = realpathSync(process.execPath)
  cpSync(node, join(tree, 'usr/local/bin/node'))
  const npm = realpathSync(execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim())
  cpSync(join(dirname(npm), '..'), join(tree, 'usr/local/lib/node_modules/npm'), { recursive: true })
  writeFileSync(
    join(tree, 'usr/local/bin/npm'),
    '#!/bin/sh\nexec node /usr/local/lib/node_modules/npm/bin/npm-cli.js "$@"\n',
    { mode: 0o755 },
  )
  // Copies this machine's certificates, because the npm registry may be behind a proxy with its own certificate.
  cpSync(`/${CERTIFICATES}`, join(tree, CERTIFICATES))
  mkdirSync(join(tree, 'home/node'), { recursive: true })
  execFileSync('chroot', [tree, 'groupadd', '--gid', '1000', 'node'])
  execFileSync('chroot', [tree, 'useradd', '--uid', '1000', '--gid', 'node', 'node'])
  const container = buildah('from', 'scratch')
  buildah('copy', '--quiet', container, tree, '/')
  buildah('config', '--env', `NODE_EXTRA_CA_CERTS=/${CERTIFICATES}`, container)
  buildah('config', '--env', 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', container)
  buildah('commit', '--quiet', container, BASE)
  buildah('rm', container)
  rmSync(tree, { recursive: true })
}
