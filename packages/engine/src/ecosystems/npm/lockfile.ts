import type { Component, DocumentReader, Inventory, Issue, ReadResult } from '../../inventory.ts'
import { type LockedPackage, readNested, readPackages } from './locked-packages.ts'

// https://docs.npmjs.com/cli/configuring-npm/package-lock-json

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** package-lock.json and npm-shrinkwrap.json of versions 1 to 3. */
export const packageLock: DocumentReader = {
  id: 'package-lock',
  claims: (fileName) => fileName === 'package-lock.json' || fileName === 'npm-shrinkwrap.json',
  recognizes: (json) =>
    isObject(json) &&
    (isObject(json['packages']) || isObject(json['dependencies'])) &&
    'lockfileVersion' in json,
  read({ path, bytes }): ReadResult {
    let json: unknown
    try {
      json = JSON.parse(new TextDecoder().decode(bytes))
    } catch (error) {
      return refuse('json-invalid', `The lockfile is no valid JSON: ${(error as Error).message}`, path)
    }
    if (!isObject(json)) return refuse('lockfile-invalid', 'The lockfile is no JSON object', path)
    return { inventory: readLock(json, path) }
  },
}

const refuse = (code: string, message: string, where: string): ReadResult => ({
  inventory: null,
  issues: [{ code, message, where }],
})

function readLock(lock: Json, path: string): Inventory {
  const issues: Issue[] = []
  const packages = isObject(lock['packages'])
    ? readPackages(lock['packages'], { path, issues })
    : readNested(lock, { path, issues })
  return {
    formats: [`package-lock ${typeof lock['lockfileVersion'] === 'number' ? lock['lockfileVersion'] : 1}`],
    files: [path],
    root: rootOf(lock),
    components: toComponents(packages, path),
    issues,
  }
}

function rootOf({ name, version }: Json): Inventory['root'] {
  if (typeof name !== 'string') return null
  return { name, version: typeof version === 'string' ? version : '', purl: null }
}

/** One component for each name and version, wherever it is installed. */
function toComponents(packages: LockedPackage[], path: string): Component[] {
  const components: Component[] = []
  const numbers = new Map<string, number>()
  const numberOf = packages.map((each) => {
    const key = `${each.name}@${each.version}`
    const known = numbers.get(key)
    if (known !== undefined) {
      merge(components[known]!, each)
      return known
    }
    numbers.set(key, components.length)
    components.push(toComponent(each, path))
    return components.length - 1
  })
  const edges = new Set<string>()
  for (const [index, { requires }] of packages.entries()) {
    for (const required of requires) {
      const [from, to] = [numberOf[index]!, numberOf[required]!]
      if (from === to || edges.has(`${from}>${to}`)) continue
      edges.add(`${from}>${to}`)
      components[to]!.requiredBy.push(from)
    }
  }
  return components
}

const toComponent = (each: LockedPackage, path: string): Component => ({
  ...{ ecosystem: 'npm', name: each.name, version: each.version },
  purl:
    each.version === ''
      ? null
      : `pkg:npm/${each.name.replace('@', '%40')}@${encodeURIComponent(each.version)}`,
  scope: each.isDev ? 'test' : 'runtime',
  ...{ isDirect: each.isDirect, requiredBy: [] },
  licenses: each.license === null ? [] : [{ kind: 'expression', value: each.license }],
  locations: [path],
})

function merge(component: Component, { isDirect, isDev, license }: LockedPackage): void {
  if (isDirect) component.isDirect = true
  if (!isDev) component.scope = 'runtime'
  if (component.licenses.length === 0 && license !== null)
    component.licenses.push({ kind: 'expression', value: license })
}
