import type { Plugin } from 'vite'

/** A node of a syntax tree. */
interface Node {
  type: string
  start: number
  end: number
  [name: string]: unknown
}

/** Stands for a schema that is made when something is asked of it. */
const lazySchema = `export function lazySchema(make) {
  let schema
  const made = () => (schema ??= make())
  return new Proxy({}, {
    get: (_target, name) => made()[name],
    has: (_target, name) => name in made(),
    getPrototypeOf: () => Object.getPrototypeOf(made()),
  })
}`

const file = '\0lazy-schema.js'

/**
 * Making the schemas of all calls takes longer than the rest of a page's start, and a page needs few of them: they are
 * made when they are used. Schemas of successful JSON responses are only types to the pages, which trust their own
 * server: checking a long list takes longer than showing it.
 */
export const lazySchemas = (): Plugin => ({
  name: 'assay:lazy-schemas',
  apply: 'build',
  resolveId: (id) => (id === 'assay:lazy-schema' ? file : null),
  load: (id) => (id === file ? lazySchema : null),
  transform: {
    filter: { id: /\/packages\/contract\/src\/[\w/-]+\.ts$/ },
    handler(code, id) {
      if (id.endsWith('/endpoint.ts'))
        return withLaterQueries(code) ?? this.error('Strict queries have moved')
      return `${imported}const anyJson = { safeParse: (data) => ({ success: true, data }) }
${withLaterSchemas(code, this.parse(code) as unknown as Node)}`
    },
  },
})

export function withLaterSchemas(code: string, program: Node): string {
  const changes = [
    ...[...responsesIn(program)].map((node) => ({ ...node, text: () => 'anyJson' })),
    ...[...schemasIn(program)].map((node) => ({ ...node, text: madeLater })),
  ].toSorted((a, b) => b.start - a.start)
  return changes.reduce(
    (text, { start, end, text: change }) =>
      text.slice(0, start) + change(text.slice(start, end)) + text.slice(end),
    code,
  )
}

const imported = `import { lazySchema } from 'assay:lazy-schema'\n`

/** Queries are made strict where calls are described. */
function withLaterQueries(code: string): string | null {
  const strict = /\(endpoint\.query \?\? z\.object\(\{\}\)\)\.strict\(\)/
  return strict.test(code) ? imported + code.replace(strict, madeLater) : null
}

// Marked as pure, so that those that nothing uses are left out.
const madeLater = (schema: string) => `/*#__PURE__*/ lazySchema(() => ${schema})`

/** Declared schemas, those of objects of fields, and the inputs of calls: the outermost expressions. */
function* schemasIn(node: Node): Generator<Node> {
  if (isFunction(node) || isResponses(node)) return
  const value = node.type === 'VariableDeclarator' ? node['init'] : node.type === 'Property' && node['value']
  if (value && isMade(value as Node)) yield value as Node
  else for (const part of partsOf(node)) yield* schemasIn(part)
}

const isFunction = ({ type }: Node) => type.endsWith('FunctionExpression') || type === 'FunctionDeclaration'

/** Calls of zod and of what makes fields, but not of those whose media type is known by identity. */
const isMade = (node: Node) =>
  node.type === 'CallExpression' && makers.test(rootOf(node)) && !isRegistered(node)

function isRegistered(node: Node): boolean {
  const { property, object } = node.callee as Node & { property?: Node; object?: Node }
  if (property?.['name'] === 'register') return true
  return object?.type === 'CallExpression' && isRegistered(object)
}

/** Of the names that begin with a capital letter, those of the language make other things. */
const makers =
  /^(?:z|someOf|listOf|nameOf|optionalNameOf|absent|bytes|days|names|numberOr|ruleFields|ticketRule|withoutWhitespace|(?!(?:Array|Date|Math|Number|Object|String)$)[A-Z]\w*)$/

/** The schemas of successful JSON responses: names, and calls of zod. Those of other media types are made by functions. */
function* responsesIn(node: Node): Generator<Node> {
  if (isResponses(node))
    for (const { key, value } of ((node['value'] as Node)['properties'] ?? []) as {
      key: Node
      value: Node
    }[])
      if (/^2\d\d$/.test(String(key['value'])) && /^(?:z|[A-Z]\w*)$/.test(rootOf(value))) yield value
  for (const part of partsOf(node)) yield* responsesIn(part)
}

const isResponses = ({ type, key }: Node) => type === 'Property' && (key as Node)['name'] === 'responses'

const partsOf = (node: Node): Node[] =>
  Object.values(node)
    .flat()
    .filter((part): part is Node => typeof part === 'object' && part !== null && 'type' in part)

/** The name at the beginning of a chain of calls and members. */
function rootOf(node: Node): string {
  if (node.type === 'CallExpression') return rootOf(node['callee'] as Node)
  if (node.type === 'MemberExpression') return rootOf(node['object'] as Node)
  return node.type === 'Identifier' ? String(node['name']) : ''
}
