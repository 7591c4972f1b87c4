import { quote } from '../../parsers/json-value.ts'
import { type LockfileFormat, lockfileReader, parseLines } from '../lockfile-reader.ts'
import type { ComponentOrigin } from '../../../inventory.ts'
import type { PackageList } from '../package-list.ts'
import {
  archiveOf,
  hashesOf,
  indexOrigin,
  normalName,
  originOf,
  pinnedVersion,
  pythonKind,
  readRequirement,
  type Requirement,
} from './python-package.ts'
import {
  includedPaths,
  readRequirementLines,
  type RequirementLine,
  type Requirements,
} from './requirements-file.ts'

/** https://pip.pypa.io/en/stable/reference/requirements-file-format/ */
export const requirementsFormat: LockfileFormat<string[]> = {
  id: 'requirements-txt',
  title: 'list of requirements',
  kind: pythonKind,
  matchesPath: (fileName, folder = '') =>
    /^(?:.*[-_.])?requirements(?:[-_.].*)?\.txt$/i.test(fileName) ||
    (/(?:^|\/)requirements$/i.test(folder) && /\.txt$/i.test(fileName)),
  includes: includedPaths,
  parse: parseLines,
  empty: [],
  read(lines, list, location) {
    const requirements = readRequirementLines(lines, list, location)
    const read = requirements.lines.flatMap((line) => understand(line, list))
    const origin = originOfIndexes(requirements)
    const pins = pinsOf(read)
    const listed = read.filter(({ line }) => !line.isConstraint)
    // Tools that write 'via' comments write them for every requirement of a file.
    const withReasons = new Set(listed.flatMap(({ line }) => (line.via.length > 0 ? line.path : [])))
    const indexes = new Map<string, number | null>()
    for (const each of listed) {
      const isDirect = !withReasons.has(each.line.path) || each.line.via.some(isProject)
      indexes.set(normalName(each.requirement.name), addRequirement(each, list, { pins, isDirect, origin }))
    }
    for (const { line, requirement } of listed)
      for (const by of line.via)
        list.link(indexes.get(normalName(by)), indexes.get(normalName(requirement.name)))
    return { format: 'requirements.txt' }
  },
}

export const requirementsTxt = lockfileReader(requirementsFormat)

/** pip takes the newest version from any of its indexes, so the origin is only known if all are of one kind. */
function originOfIndexes({ index, extraIndexes }: Requirements): ComponentOrigin | undefined {
  const addresses = [index ?? '', ...extraIndexes]
  const origins = addresses.map((address) => (/^https?:/i.test(address) ? indexOrigin(address) : undefined))
  return origins.every((origin) => origin?.kind === origins[0]?.kind) ? origins[0] : undefined
}

/** '-r requirements.in', 'shop (pyproject.toml)' */
const isProject = (via: string): boolean => via.startsWith('-') || via.includes('(')

interface Listed {
  line: RequirementLine
  requirement: Requirement
}

function understand(line: RequirementLine, { log }: PackageList): Listed[] {
  const requirement = readRequirement(line.text)
  if (requirement === null) {
    log.add(
      'line-unusable',
      `The line ${quote(line.text)} is not a requirement and was left out.`,
      line.where,
    )
    return []
  }
  if (requirement.name !== '') return [{ line, requirement }]
  // The project itself and its folders are not components.
  const isOwnFolder = originOf(requirement.address).kind === 'folder' && !archiveOf(requirement.address)
  if (!isOwnFolder) {
    const message = `The address ${quote(requirement.address)} tells no package name and was left out.`
    log.add('name-missing', message, line.where)
  }
  return []
}

/** Pinned versions by name, from constraints files. */
const pinsOf = (listed: readonly Listed[]): Map<string, string> =>
  new Map(
    listed.flatMap(({ line, requirement: { name, specifier } }) => {
      const version = line.isConstraint ? pinnedVersion(specifier) : ''
      return version === '' ? [] : [[normalName(name), version] as const]
    }),
  )

interface Adding {
  pins: ReadonlyMap<string, string>
  isDirect: boolean
  /** That of packages from an index; undefined if it is unknown. */
  origin: ComponentOrigin | undefined
}

function addRequirement(
  { line, requirement }: Listed,
  list: PackageList,
  { pins, isDirect, origin }: Adding,
): number | null {
  const { name, specifier, address } = requirement
  const known = address === '' ? pinnedVersion(specifier) : (archiveOf(address)?.version ?? '')
  const version = known || (pins.get(normalName(name)) ?? '')
  const own = address === '' ? origin : originOf(address)
  const gap = specifier === '' ? 'is not pinned to a version' : `has the range ${quote(specifier)}`
  return list.add({
    name,
    version,
    isDirect,
    hashes: hashesOf(line.hashes),
    where: line.where,
    gap: address === '' ? gap : 'is not from an index and has no version',
    ...(own && { origin: own }),
    ...(line.isForTests && { scope: 'test' }),
  })
}
