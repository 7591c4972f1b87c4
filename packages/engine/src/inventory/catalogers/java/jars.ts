import { formatPurl } from '../../../purl.ts'
import type { ArchiveCataloger, Found, FoundPackage, KeptFile, OpenArchive } from '../../model/cataloger.ts'
import { joinPath, nameOf, type Tree } from '../../trees/tree.ts'
import { guessPackage } from './jar-guess.ts'
import { type PomProperties, readManifest, readPomProperties, readPomXml } from './jar-metadata.ts'
import { stemOf } from './jar-names.ts'

const archive = /\.(?:jar|war|ear|par|sar|nar|jpi|hpi|kar|rar|aar|far|lpkg|zap)$/i
const maxDepth = 4

/** Java archives, also within each other: what Maven wrote into them, otherwise what their names say, marked as guessed. */
export const jars: ArchiveCataloger = {
  id: 'jars',
  claims: (path) => archive.test(path),
  read: (file, open) => readJar(file, { open, depth: 0 }),
}

interface Context {
  open: OpenArchive
  depth: number
}

async function readJar({ path, bytes }: KeptFile, { open, depth }: Context): Promise<Found> {
  const { tree, issues } = await open(bytes, path)
  const files = await filesOf(tree)
  const poms = await pomsOf(tree, files)
  const found: Found = { packages: [], issues: [...issues] }
  const manifest = poms.length === 0 ? await tree.read('META-INF/MANIFEST.MF') : null
  // Archives that only hold others are no package.
  const hasClasses = files.some((file) => file.endsWith('.class'))
  const guessed =
    poms.length === 0 && hasClasses ? guessPackage(path, readManifest(manifest ?? new Uint8Array())) : null
  found.packages.push(...(guessed ? [guessed] : mavenPackages(poms, path)))
  for (const inner of files.filter((file) => archive.test(file))) {
    const innerPath = `${path}!/${inner}`
    const content = depth < maxDepth ? await tree.read(inner) : null
    if (content === null) {
      found.issues.push({
        code: 'archive-too-deep',
        message: 'The archive within an archive was not read.',
        where: innerPath,
        isUnread: true,
      })
      continue
    }
    const nested = await readJar({ path: innerPath, bytes: content }, { open, depth: depth + 1 })
    const offset = found.packages.length
    found.packages.push(...nested.packages.map((each) => shifted(each, offset)))
    found.issues.push(...nested.issues)
  }
  return found
}

async function filesOf(tree: Tree): Promise<string[]> {
  const files: string[] = []
  const pending = ['']
  while (pending.length > 0) {
    const folder = pending.pop()!
    for (const { name, kind } of (await tree.list(folder)) ?? []) {
      if (kind === 'folder') pending.push(joinPath(folder, name))
      if (kind === 'file') files.push(joinPath(folder, name))
    }
  }
  return files.toSorted((a, b) => (a < b ? -1 : 1))
}

/** What Maven wrote, by folder: a pom.properties, or a pom.xml beside it that has what the first lacks. */
async function pomsOf(tree: Tree, files: readonly string[]): Promise<PomProperties[]> {
  const folders = new Set(
    files.flatMap((file) => /^(META-INF\/maven\/.*)\/pom\.(?:properties|xml)$/.exec(file)?.[1] ?? []),
  )
  const poms: PomProperties[] = []
  for (const folder of folders) {
    const properties = await tree.read(`${folder}/pom.properties`)
    const known = properties && readPomProperties(properties)
    const xml = known ? null : await tree.read(`${folder}/pom.xml`)
    const pom = known ?? (xml && readPomXml({ path: `${folder}/pom.xml`, bytes: xml }))
    if (pom) poms.push(pom)
  }
  return poms
}

const shifted = (each: FoundPackage, offset: number): FoundPackage =>
  each.requiredBy ? { ...each, requiredBy: each.requiredBy.map((index) => index + offset) } : each

/** Each package that Maven put into it: the jar's own first, which needs those that were merged into it. */
function mavenPackages(poms: readonly PomProperties[], path: string): FoundPackage[] {
  const stem = stemOf(nameOf(path))
  const isNamed = ({ artifact, version }: PomProperties) =>
    stem === artifact || stem === `${artifact}-${version}` || stem.startsWith(`${artifact}-${version}-`)
  const own = poms.length === 1 ? poms[0] : poms.find(isNamed)
  if (!own) return poms.map((pom) => mavenPackage(pom, path))
  const merged = poms.filter((pom) => pom !== own)
  return [mavenPackage(own, path), ...merged.map((pom) => ({ ...mavenPackage(pom, path), requiredBy: [0] }))]
}

const mavenPackage = ({ group, artifact, version }: PomProperties, path: string): FoundPackage => ({
  purl: formatPurl({
    type: 'maven',
    namespace: group,
    name: artifact,
    version,
    qualifiers: {},
    subpath: null,
  }),
  sureness: 'installed',
  places: [{ path }],
})
