import type { ComponentScope } from '../../../inventory.ts'
import { formatPurl } from '../../../purl.ts'
import { quote } from '../../parsers/json-value.ts'
import { lockfileReader, parseXmlRoot } from '../lockfile-reader.ts'
import type { PackageList } from '../package-list.ts'
import { type EffectivePom, effectivePom } from './pom-effective.ts'
import { keyOf, type Pom, type PomDependency, readPom } from './pom-model.ts'
import { askIn, exactVersion, ownModule } from './pom-requests.ts'
import { pomTree } from './pom-tree.ts'

/** pom.xml with parents and imported BOMs from the same tree: https://maven.apache.org/pom.html */
export const pomXml = lockfileReader({
  id: 'pom-xml',
  title: 'Maven project: its root element is not project',
  kind: { purlType: 'maven', separator: ':' },
  matchesPath: (fileName) => fileName === 'pom.xml' || fileName.endsWith('.pom'),
  matchesContent: (start) =>
    /<project[\s>]/.test(start) && start.includes('http://maven.apache.org/POM/4.0.0'),
  parse: parseXmlRoot,
  accepts: ({ name }) => name === 'project',
  read(root, list, { path, tree }) {
    const pom = readPom(root, path)
    const poms = pomTree(path, tree)
    const effective = effectivePom(pom, poms)
    const required = effective.dependencies.filter((each) => ownModule(each, effective, poms) === null)
    for (const dependency of required)
      list.ask(addDependency(dependency, effective, list), { by: null, ...askIn(pom, dependency) })
    reportMissing(effective, list)
    reportLeftOut(pom, required.length > 0, list)
    return { format: 'pom.xml', root: rootOf(pom, effective) }
  },
})

const scopes = new Map<string, ComponentScope>([
  ['compile', 'compile'],
  ['runtime', 'runtime'],
  ['test', 'test'],
  ['provided', 'provided'],
  ['system', 'system'],
])

function addDependency(dependency: PomDependency, effective: EffectivePom, list: PackageList): number | null {
  const managed = effective.managed.get(keyOf(dependency))
  const { groupId, artifactId, where } = dependency
  const version = dependency.version || (managed?.version ?? '')
  const exact = exactVersion(version)
  return list.add({
    name: groupId === '' || artifactId === '' ? '' : `${groupId}:${artifactId}`,
    version: exact ?? '',
    scope: scopes.get(dependency.scope || (managed?.scope ?? '')) ?? 'compile',
    isDirect: true,
    // dependencyManagement sets versions and scopes, but never optional.
    isOptional: dependency.optional === 'true',
    where,
    gap: gapOf(version, effective),
  })
}

function gapOf(version: string, { missingParent, missingImports }: EffectivePom): string {
  if (version.includes('${'))
    return `has the version ${quote(version)}, of which a property is not set in the tree`
  if (version !== '') return `has ${quote(version)} in place of a version`
  const missing = [missingParent?.parent, missingImports[0]].find(
    (each) => each !== null && each !== undefined,
  )
  const others = missing
    ? `: it may be set by ${quote(coordinatesOf(missing))}, which is not in the tree`
    : ''
  return `has no version here${others}`
}

function reportMissing({ missingParent, missingImports }: EffectivePom, { log }: PackageList): void {
  if (missingParent) {
    const { parent, path } = missingParent
    const message = `The parent ${quote(coordinatesOf(parent))} is not in the tree: what it sets is not known.`
    log.add('parent-missing', message, `${path}:${parent.line}`)
  }
  for (const missing of missingImports) {
    const message = `The imported ${quote(coordinatesOf(missing))} is not in the tree: the versions that it sets are not known.`
    log.add('import-missing', message, missing.where)
  }
}

function reportLeftOut({ path, otherProfiles }: Pom, hasComponents: boolean, { log }: PackageList): void {
  for (const { id, line } of otherProfiles) {
    const message = `The profile ${quote(id)} is not active by default: what only it requires was left out.`
    log.add('profile-left-out', message, `${path}:${line}`)
  }
  if (!hasComponents) return
  const message = 'The file lists what the project itself requires; what that requires in turn is not known.'
  log.add('transitive-unlisted', message, path)
}

function rootOf({ artifactId }: Pom, { groupId, version }: EffectivePom) {
  if (groupId === null || artifactId === '') return null
  const purl = { type: 'maven', namespace: groupId, name: artifactId, qualifiers: {}, subpath: null }
  return {
    name: `${groupId}:${artifactId}`,
    version: version ?? '',
    purl: version === null ? null : formatPurl({ ...purl, version }),
  }
}

const coordinatesOf = ({
  groupId,
  artifactId,
  version,
}: {
  groupId: string
  artifactId: string
  version: string
}) => [groupId, artifactId, version].filter((part) => part !== '').join(':')
