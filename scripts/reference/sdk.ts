// Generates the SDK operations from the route table. Descriptions become doc comments.
import { fullPath, type Route } from '@daymark/contract/route'
import { routes, signInRoutes } from '@daymark/contract/routes'

const NOTE = 'Generated from the route table by "npm run openapi"; edit the route table instead.'

const features = [
  ...Object.entries(routes).map(([name, group]) => ({ name, group, type: 'Routes' })),
  ...Object.entries(signInRoutes).map(([name, group]) => ({ name, group, type: 'SignInRoutes' })),
].sort((a, b) => (a.name < b.name ? -1 : 1))

type Feature = (typeof features)[number]

export const sdkFiles = (): Record<string, string> => ({
  ...Object.fromEntries(
    features.map(feature => [`client/src/operations/${feature.name}.ts`, operationsFile(feature)]),
  ),
  'client/src/operations.ts': indexFile(),
})

function operationsFile({ name, group, type }: Feature): string {
  const all = Object.entries<Route>(group)
  const makers = [
    ...(all.some(([, route]) => route.list) ? ['listOperation'] : []),
    ...(all.some(([, route]) => route.file) ? ['fileOperation'] : []),
    ...(all.some(([, route]) => !route.list && !route.file) ? ['operation'] : []),
    ...(all.some(([, route]) => route.csv) ? ['withCsv'] : []),
  ]
  return `// The operations of \`${name}\`. ${NOTE}
import type { ${type} } from '@daymark/contract/routes'
import { ${makers.join(', ')} } from '../operation.ts'

type Group = ${type}['${name}']

${all.map(([key, route]) => operationCode(key, route)).join('\n')}`
}

function operationCode(key: string, route: Route): string {
  const path = `'${fullPath(route)}'`
  const plain = route.list
    ? `listOperation<Group['${key}']>(${path})`
    : route.file
      ? `fileOperation<Group['${key}']>(${path}, '${route.file}')`
      : `operation<Group['${key}']>('${route.method}', ${path}${optionsOf(route)})`
  const made = route.csv ? `withCsv(/* @__PURE__ */ ${plain})` : plain
  return `${comment(route)}
export const ${key} = /* @__PURE__ */ ${made}
`
}

function optionsOf(route: Route): string {
  const isWrite = route.method !== 'GET'
  const ignoresKey = isWrite && (route.secret || route.auth === 'none' || route.prefix === '/auth')
  const options = [
    ...(route.upload ? [`upload: '${route.upload}'`] : []),
    ...(ignoresKey ? ['ignoresKey: true'] : []),
  ]
  return options.length > 0 ? `, { ${options.join(', ')} }` : ''
}

/** Returns an operation's doc comment. Omits the GraphQL schema, which the API reference contains. */
function comment(route: Route): string {
  const words = route.description.split('\n\n```')[0] ?? ''
  const lines = [`${route.summary}.`, '', ...wrapped(words), '', `\`${route.method} ${fullPath(route)}\``]
  return ['/**', ...lines.map(line => ` * ${line}`.trimEnd()), ' */'].join('\n')
}

function wrapped(text: string, width = 100): string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line.length + word.length >= width) lines.push(word)
    else lines[lines.length - 1] = line ? `${line} ${word}` : word
  }
  return lines
}

function indexFile(): string {
  const imports = features.map(({ name }) => `import * as ${name} from './operations/${name}.ts'`)
  return `// All operations by feature. ${NOTE}
${imports.join('\n')}

export const operations = {
${features.map(({ name }) => `  ${name},`).join('\n')}
}
`
}
