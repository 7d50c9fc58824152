// Checks the files in deploy/: settings exist, references resolve, and each program's validator passes if it is
// installed.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { MAX_IMPORT_BYTES } from '@daymark/contract/constants'
import { loadAll } from 'js-yaml'
import manifest from '../package.json' with { type: 'json' }
import { settings } from '../server/src/config/settings.ts'
import { DRAIN_TIMES } from '../server/src/protocols/rest/drain.ts'
import { LONG_WORK_MS } from '../server/src/protocols/rest/limits/connections.ts'

type Json = Record<string, unknown>

const FOLDER = join(import.meta.dirname, '../deploy')
const scratch = mkdtempSync(join(tmpdir(), 'daymark-deploy-'))
after(() => rmSync(scratch, { recursive: true }))
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8')
const documents = (name: string) => loadAll(read(name)) as Json[]
const isInstalled = (program: string): boolean => {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`])
    return true
  } catch {
    return false
  }
}

function valuesAt(value: unknown, key: string): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => [
    ...(name === key ? [each] : []),
    ...valuesAt(each, key),
  ])
}

test('YAML files can be parsed', () => {
  const names = globSync('**/*.{yaml,yml}', { cwd: FOLDER })
  assert.ok(names.length > 7)
  for (const name of names) assert.ok(documents(name).length > 0, name)
})

test('only settings that exist are set', () => {
  const known = new Set(Object.keys(settings))
  const inCompose = ['compose.one.yaml', 'compose.many.yaml'].flatMap(name =>
    documents(name).flatMap(({ services }) =>
      Object.entries(services as Record<string, Json>)
        .filter(([service]) => service.startsWith('daymark'))
        .flatMap(([, { environment }]) => Object.keys(environment as Json)),
    ),
  )
  const inKubernetes = ['kubernetes/one.yaml', 'kubernetes/many.yaml'].flatMap(name =>
    documents(name).flatMap(({ data, stringData }) =>
      Object.keys({ ...(data as Json), ...(stringData as Json) }),
    ),
  )
  const units = ['daymark.service', 'daymark-instance.conf'].map(read).join('\n')
  const inUnit = [...units.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) =>
    line.split(' ').map(pair => pair.split('=')[0] ?? ''),
  )
  const all = [...inCompose, ...inKubernetes, ...inUnit]
  assert.ok(all.length > 15)
  assert.deepEqual(
    all.filter(name => !known.has(name)),
    [],
  )
})

test('the compose files declare the networks, volumes and secrets that services use', () => {
  for (const name of ['compose.one.yaml', 'compose.many.yaml', '../compose.yaml']) {
    const [file = {}] = documents(name)
    const declared = (kind: string) => Object.keys((file[kind] ?? {}) as Json)
    for (const [service, each] of Object.entries(file['services'] as Record<string, Json>)) {
      const list = (kind: string) => (each[kind] ?? []) as string[]
      const places = list('volumes').map(volume => volume.split(':')[0] ?? '')
      const named = places.filter(place => !place.startsWith('.'))
      assert.ok(
        named.every(volume => declared('volumes').includes(volume)),
        `${name} ${service}`,
      )
      assert.ok(
        list('secrets').every(secret => declared('secrets').includes(secret)),
        `${name} ${service}`,
      )
      assert.ok(
        list('networks').every(network => declared('networks').includes(network)),
        `${name} ${service}`,
      )
      assert.ok(each['restart'] === 'unless-stopped', `${name} ${service}`)
    }
  }
})

test('the Kubernetes objects have what they need, and refer to each other', () => {
  for (const name of ['one.yaml', 'many.yaml']) {
    const objects = documents(`kubernetes/${name}`)
    for (const object of objects) {
      assert.ok(object['apiVersion'] && object['kind'], name)
      assert.equal((object['metadata'] as { name: string }).name, 'daymark')
    }
    const kinds = objects.map(object => String(object['kind']))
    const workload = objects.find(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet')
    const [template] = valuesAt(workload, 'template') as { metadata: { labels: Json }; spec: Json }[]
    const labels = template?.metadata.labels
    for (const selector of [...valuesAt(objects, 'matchLabels'), ...valuesAt(objects, 'selector')])
      assert.deepEqual((selector as Json)['matchLabels'] ?? selector, labels, `${name} selects other pods`)
    const refs = [
      ...valuesAt(template, 'configMapRef').map(() => 'ConfigMap'),
      ...valuesAt(template, 'secretRef').map(() => 'Secret'),
    ]
    for (const kind of refs) assert.ok(kinds.includes(kind), `${name} has no ${kind}`)
    const [container] = (template?.spec['containers'] ?? []) as Json[]
    assert.equal(container?.['image'], `daymark:${manifest.version}`)
    assert.deepEqual(new Set(valuesAt(container, 'path')), new Set(['/health', '/health/ready']))
    const mounts = (container?.['volumeMounts'] ?? []) as { name: string }[]
    const claims = valuesAt(workload, 'volumeClaimTemplates').flat() as { metadata: { name: string } }[]
    const volumes = [
      ...((template?.spec['volumes'] ?? []) as { name: string }[]),
      ...claims.map(each => each.metadata),
    ]
    assert.deepEqual(new Set(mounts.map(each => each.name)), new Set(volumes.map(each => each.name)))
    assert.ok(Number(template?.spec['terminationGracePeriodSeconds']) > 15)
  }
})

test('no proxy makes /metrics public', () => {
  for (const name of ['nginx.conf', 'nginx-tls.conf'])
    assert.match(read(name), /location = \/metrics \{\s+return 404;/, name)
  assert.match(read('Caddyfile'), /@metrics path \/metrics\n\trespond @metrics 404/)
  assert.match(read('traefik/daymark.yaml'), /!Path\(`\/metrics`\)/)
})

test('proxies accept the largest import, and wait for its answer', () => {
  const formBytes = 16_384
  for (const name of ['nginx.conf', 'nginx-tls.conf', 'kubernetes/one.yaml', 'kubernetes/many.yaml']) {
    const [, megabytes] = /(?:client_max_body_size|proxy-body-size:) (\d+)m;?$/m.exec(read(name)) ?? []
    assert.ok(Number(megabytes) * 1_048_576 >= MAX_IMPORT_BYTES + formBytes, name)
    const [, seconds] = /proxy[-_]read[-_]timeout(?: |: ")(\d+)/.exec(read(name)) ?? []
    assert.ok(Number(seconds) * 1_000 >= LONG_WORK_MS, name)
  }
})

test('nginx learns from a stopping instance, and forgets it before the next one stops', () => {
  for (const name of ['nginx.conf', 'nginx-tls.conf']) {
    const servers = [
      ...read(name).matchAll(/^ +(?:# )?server [\w.-]+:\d+ max_fails=1 fail_timeout=(\d)s;$/gm),
    ]
    assert.equal(servers.length, 2, name)
    assert.equal(read(name).match(/server [\w.-]+:\d+ max_fails=0 backup;/g)?.length, 2, name)
    // nginx counts whole seconds, so its timeout can be up to one second longer.
    for (const [line, seconds] of servers) assert.ok((Number(seconds) + 1) * 1_000 < DRAIN_TIMES.serve, line)
    assert.match(
      read(name),
      /proxy_next_upstream error timeout http_502;\n +proxy_set_header X-Proxy-Retries reads;/,
    )
  }
})

test('the programs accept their files, if they are installed', () => {
  if (isInstalled('nginx') && isInstalled('openssl')) {
    const [key, certificate] = [join(scratch, 'key.pem'), join(scratch, 'certificate.pem')]
    const subject = ['-subj', '/CN=daymark.example.org', '-keyout', key, '-out', certificate]
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...subject], {
      stdio: 'pipe',
    })
    for (const name of ['nginx.conf', 'nginx-tls.conf']) {
      const site = read(name)
        .replaceAll(/daymark-[ab]:/g, '127.0.0.1:')
        .replace(/\S+fullchain\.pem/, certificate)
        .replace(/\S+privkey\.pem/, key)
      const path = join(scratch, name)
      writeFileSync(path, `pid ${scratch}/pid; error_log stderr; events {} http { access_log off; ${site} }`)
      execFileSync('nginx', ['-t', '-q', '-c', path], { stdio: 'pipe' })
    }
  }
  if (isInstalled('caddy'))
    execFileSync('caddy', ['validate', '--adapter', 'caddyfile', '--config', join(FOLDER, 'Caddyfile')], {
      stdio: 'pipe',
      env: { ...process.env, HOME: scratch, XDG_DATA_HOME: scratch },
    })
  if (isInstalled('systemd-analyze')) {
    // Replaces the path to Node, because Node is not installed at the path in the unit.
    const unit = read('daymark.service').replace('/opt/daymark/node_modules/.bin/node', process.execPath)
    const one = join(scratch, 'daymark.service')
    const many = join(scratch, 'daymark@2614.service')
    mkdirSync(`${many}.d`)
    writeFileSync(join(`${many}.d`, 'instance.conf'), read('daymark-instance.conf'))
    for (const path of [one, many])
      writeFileSync(path, unit.replace('WorkingDirectory=/opt/daymark', 'WorkingDirectory=/tmp'))
    const said = execFileSync('systemd-analyze', ['verify', one, many], { encoding: 'utf8', stdio: 'pipe' })
    assert.equal(said, '')
  }
})
