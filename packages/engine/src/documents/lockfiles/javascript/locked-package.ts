import { isRecord, listOf, recordOf, shortTextOf, textOf } from '../../parsers/json-value.ts'
import type { Component, ComponentOrigin, DeclaredLicense } from '../../../inventory.ts'
import { npm } from '../../../ecosystems/npm/index.ts'
import { isOrdered } from '../../../ecosystems/unordered-version.ts'
import { reportVersion } from '../../components/report-version.ts'
import { formatPurl } from '../../../purl.ts'
import { rangeOrigin, resolvedOrigin } from './npm-package.ts'
import type { Lockfile, TreeNode } from './package-lock-tree.ts'
import { ownProperty } from '../../../own-property.ts'

/** The component of a folder, without its dependents; null if the folder has no entry. */
export function readPackage(node: TreeNode, lockfile: Lockfile): Component | null {
  const { entry } = node
  if (entry === null) return null
  checkTypes(node, lockfile)
  // An alias: 'npm:other@1.0.0' is another package under this name.
  const alias = /^npm:(@?[^@]+)@(.+)$/.exec(shortTextOf(entry['version']))
  const name = alias?.[1] ?? (shortTextOf(entry['name']) || shortTextOf(node.name))
  if (name === '') {
    lockfile.log.add('name-missing', 'This package has no name and was left out.', node.where)
    return null
  }
  const origin = originOf(entry)
  const version = alias?.[2] ?? readVersion(name, node, lockfile)
  const isMatched = isOrdered(npm, version)
  if (version !== '' && !isMatched)
    reportVersion({ ecosystem: npm, name, version, where: node.where }, lockfile.log)
  const deprecated = textOf(entry['deprecated'])
  return {
    ecosystem: 'npm',
    name,
    version,
    purl: version === '' ? null : purlOf(name, version),
    // 'devOptional' may also be installed in production.
    scope: entry['dev'] === true ? 'test' : 'runtime',
    isDirect: null,
    ...(entry['optional'] === true && { isOptional: true }),
    ...(origin && { origin }),
    requiredBy: [],
    licenses: readLicenses(entry['license']),
    locations: [lockfile.path],
    ...(!isMatched && { where: node.where() }),
    ...(deprecated !== '' && { deprecated }),
  }
}

/** Version 1 has the URL in place of the version; versions 2 and 3 have both. */
function readVersion(name: string, { entry, where }: TreeNode, { log }: Lockfile): string {
  const version = shortTextOf(entry?.['version'])
  if (version === '' || /[:/]/.test(version)) {
    reportVersion({ ecosystem: npm, name, version: '', where, gap: 'has no version of a registry' }, log)
    return ''
  }
  return version
}

/** Version 1 has the address of a package that is not from a registry in place of its version. */
function originOf(entry: Record<string, unknown>): ComponentOrigin | undefined {
  const [version, resolved] = [textOf(entry['version']), textOf(entry['resolved'])]
  const named = version.startsWith('npm:') ? undefined : rangeOrigin(version)
  return named ?? resolvedOrigin(resolved)
}

const types = {
  name: 'string',
  version: 'string',
  resolved: 'string',
  dev: 'boolean',
  optional: 'boolean',
  link: 'boolean',
} as const

function checkTypes({ entry, where }: TreeNode, { log }: Lockfile): void {
  for (const [member, type] of Object.entries(types)) {
    const value = ownProperty(entry, member)
    // npm writes 'resolved: false' if it was told to omit URLs.
    if (value === undefined || typeof value === type || (member === 'resolved' && value === false)) continue
    const message = `The member '${member}' is no ${type} and was not read.`
    log.add('member-invalid', message, () => `${where()}/${member}`)
  }
}

/** An SPDX expression; in old packages, { type, url } or a list of these. */
function readLicenses(license: unknown): DeclaredLicense[] {
  return (Array.isArray(license) ? listOf(license) : [license]).flatMap((each): DeclaredLicense[] => {
    const { type, url } = recordOf(each)
    const value = shortTextOf(isRecord(each) ? type : each)
    if (value === '') return []
    if (!isRecord(each)) return [{ kind: 'expression', value }]
    return [{ kind: 'name', value, ...(typeof url === 'string' ? { url } : {}) }]
  })
}

function purlOf(fullName: string, version: string): string {
  const at = fullName.lastIndexOf('/')
  const [namespace, name] = [at === -1 ? null : fullName.slice(0, at), fullName.slice(at + 1)]
  return formatPurl({ type: 'npm', namespace, name, version, qualifiers: {}, subpath: null })
}
