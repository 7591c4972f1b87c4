import { findByName } from './aliases.ts'
import { readLicense } from './expression.ts'
import type { Expression, License } from './expression.ts'
import { choicesOf, compareDotted, versionsOf } from './family.ts'
import { licenseId } from './spdx.ts'

/** With later versions as well; null if the license has no id on the SPDX list. */
export function withLaterVersions(license: License): License | null {
  return allowsLater(license) ? license : withSuffix(license, '-or-later')
}

/** Without later versions; null if the license allows them. */
export function withoutLaterVersions(license: License): License | null {
  return allowsLater(license) ? null : withSuffix(license, '-only')
}

/** The versions in a range such as '>=2,<3' of the license with this name; null if unknown or if there are none. */
export function findByRange(name: string, range: string): Expression | null {
  const bounds = range.split(',').map(readBound)
  const family = familyOf(name, bounds)
  const versions = family === null ? [] : versionsOf(family)
  const inside = versions.filter((each) =>
    bounds.every(({ isMet, version }) => isMet(compareDotted(each, version))),
  )
  const licenses = inside.toSorted(compareDotted).flatMap((each) => readLicense([`${family}-${each}`]) ?? [])
  const [lowest] = licenses
  if (!lowest) return null
  if (bounds.every(({ isLower }) => isLower)) return withLaterVersions(lowest)
  const operands = licenses.flatMap((each) => withoutLaterVersions(each) ?? [])
  return operands.length === 1 ? operands[0]! : { kind: 'or', operands }
}

interface Bound {
  isMet: (order: number) => boolean
  isLower: boolean
  version: string
}

const operators = new Map<string, Omit<Bound, 'version'>>([
  ['>=', { isMet: (order) => order >= 0, isLower: true }],
  ['>', { isMet: (order) => order > 0, isLower: true }],
  ['<=', { isMet: (order) => order <= 0, isLower: false }],
  ['<', { isMet: (order) => order < 0, isLower: false }],
  ['==', { isMet: (order) => order === 0, isLower: false }],
])

function readBound(text: string): Bound {
  const [, operator = '', version = ''] = /^([<>=]+)(.*)$/.exec(text) ?? []
  return { ...(operators.get(operator) ?? { isMet: () => false, isLower: false }), version }
}

/** For 'GPL', or for 'Mozilla Public License', which only has a name together with a version. */
function familyOf(name: string, bounds: readonly Bound[]): string | null {
  if (/\d/.test(name)) return null
  const names = [name, ...bounds.map(({ version }) => `${name} ${version}`)]
  const license = names.map(findByName).find((each) => each?.kind === 'license')
  if (license?.kind !== 'license' || license.exception !== null) return null
  const { family, versions } = choicesOf(license)
  return versions[0] === '' ? null : family
}

const allowsLater = ({ id, orLater }: License) => orLater || /(?:-or-later|\+)$/.test(id)

function withSuffix(license: License, suffix: '-only' | '-or-later'): License | null {
  if (licenseId(license.id) === null) return null
  const read = readLicense([`${license.id.replace(/-only$/, '')}${suffix}`])
  return read && { ...read, exception: license.exception }
}
