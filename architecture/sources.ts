import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { parseSync } from 'oxc-parser'

// The files that the rules of this folder are about, and how they are asked. Every exception has a comment with its
// reason beside it.

export const root = dirname(import.meta.dirname)
const skipped = new Set(['node_modules', 'dist', '.git', 'fixtures', 'coverage'])

/** All files in the folder, except the product's own data folder. */
function walk(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (skipped.has(entry.name) || path === join(root, 'data')) return []
    return entry.isDirectory() ? walk(path) : [path]
  })
}

export interface Source {
  path: string
  text: string
}
export type Sources = Source[]

export const paths = walk(root).map((path) => relative(root, path).replaceAll('\\', '/'))
export const sources: Sources = paths
  .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('architecture/'))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

export const isTest = (path: string) =>
  /\.test\.tsx?$|\/testing\/|test-cluster|negative-types|reference-matcher/.test(path)
export const product = sources.filter(({ path }) => !isTest(path))
export const below = (folder: string, files: Sources) =>
  files.filter(({ path }) => path.startsWith(`${folder}/`))
export const inside = (folder: string) => below(folder, product)

export interface Import {
  /** A package by its name, a file of its own package by its path in the repository. */
  name: string
  /** What is imported, except types: 'Agent'; of all of it, the kind of import. Empty for side effects, types alone and import(). */
  values: string[]
  /** Only types are imported, which leave nothing in the running program. */
  isType: boolean
  isDynamic: boolean
}

const imports = new WeakMap<Source, Import[]>()

/** Everything a file imports or exports again, read from its syntax. */
export function readImports(file: Source): Import[] {
  const known = imports.get(file) ?? parseImports(file)
  imports.set(file, known)
  return known
}

function parseImports({ path, text }: Source): Import[] {
  const { module, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`)
  const imported = module.staticImports.map(({ moduleRequest, entries }) => ({
    name: moduleRequest.value,
    values: entries.filter(({ isType }) => !isType).map(({ importName: { kind, name } }) => name ?? kind),
    isType: entries.length > 0 && entries.every(({ isType }) => isType),
    isDynamic: false,
  }))
  const exported = module.staticExports
    .flatMap(({ entries }) => entries)
    .filter(({ moduleRequest }) => moduleRequest !== null)
    .map(({ moduleRequest, importName: { kind, name }, isType }) => ({
      name: moduleRequest!.value,
      values: isType ? [] : [name ?? kind],
      isType,
      isDynamic: false,
    }))
  const dynamic = module.dynamicImports
    .map(({ moduleRequest: { start, end } }) => /^'(.*)'$/.exec(text.slice(start, end))?.[1])
    .filter((name) => name !== undefined)
    .map((name) => ({ name, values: [], isType: false, isDynamic: true }))
  return [...imported, ...exported, ...dynamic].map((each) => ({ ...each, name: absolute(each.name, path) }))
}

const absolute = (name: string, path: string) =>
  (name.startsWith('.') ? normalize(join(dirname(path), name)) : name).replace(/^#/, 'apps/server/src/')

export const importsOf = (file: Source) => readImports(file).map(({ name }) => name)

/** Settings of an integration: a schema without any other code of the server. */
export const isSettings = (path: string) =>
  /^apps\/server\/src\/(?:integrations|notifications\/channels)\/(?:[\w/-]+\/)?settings\.ts$/.test(path)

export const wrongImports = (files: Sources, isWrong: (name: string, path: string) => boolean) =>
  files.flatMap((file) =>
    importsOf(file)
      .filter((name) => isWrong(name, file.path))
      .map((name) => `${file.path} imports ${name}`),
  )

/** Lines that match outside of comments, as 'path: line'. */
export const lines = (files: Sources, pattern: RegExp) =>
  files.flatMap(({ path, text }) =>
    text
      .split('\n')
      .filter((line) => pattern.test(line) && !/^\s*(?:\/\/|\*|\/\*)/.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  )

/** Files with such lines. */
export const users = (files: Sources, pattern: RegExp) => [
  ...new Set(lines(files, pattern).map((line) => line.split(': ', 1)[0]!)),
]
