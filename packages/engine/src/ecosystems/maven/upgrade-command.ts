import { commandsOf } from '../instructions.ts'
import type { Instruction, UpgradeTarget } from '../upgrade-target.ts'

/** What raises direct and transitive ones alike: https://docs.gradle.org/current/userguide/dependency_constraints.html */
const constraints = new Map([
  ['gradle.lockfile', (gav: string) => `dependencies { constraints { implementation("${gav}") } }`],
  [
    'buildscript-gradle.lockfile',
    (gav: string) => `buildscript { dependencies { constraints { classpath("${gav}") } } }`,
  ],
])

/**
 * https://www.mojohaus.org/versions/versions-maven-plugin/: a version that a property holds is changed there; one from
 * a parent, a BOM or another dependency needs an entry in dependencyManagement.
 */
export function instructMaven({ name, version, asks, isDirect, lockfile }: UpgradeTarget): Instruction {
  const isPom = lockfile === null || lockfile.endsWith('.pom') || lockfile === 'pom.xml'
  const constraint = isPom ? undefined : constraints.get(lockfile)
  const file = isPom ? 'pom.xml' : constraint ? 'build.gradle' : lockfile
  if (version === null) return { commands: [], edit: { file } }
  if (constraint) return { commands: [], edit: { file, entry: constraint(`${name}:${version}`) } }
  const [own, ...more] = asks
  const property = /^\$\{([\w.-]+)\}$/.exec(own?.range ?? '')?.[1]
  const quiet = '-DgenerateBackupPoms=false'
  if (!isPom || own === undefined || own.isOverride || more.length > 0)
    return isPom && own === undefined && isDirect === true && lockfile === null
      ? { commands: [], edit: { file } }
      : { commands: [], edit: { file, ...(isPom && { entry: managedEntry(name, version) }) } }
  if (property !== undefined)
    return {
      commands: commandsOf([
        ['mvn', 'versions:set-property', `-Dproperty=${property}`, `-DnewVersion=${version}`, quiet],
      ]),
    }
  return {
    commands: commandsOf([
      [
        'mvn',
        'versions:use-dep-version',
        `-Dincludes=${name}`,
        `-DdepVersion=${version}`,
        '-DforceVersion=true',
        quiet,
      ],
    ]),
  }
}

const managedEntry = (name: string, version: string) => `dependencyManagement: ${name}:${version}`
