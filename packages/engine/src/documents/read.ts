import { packageKey } from '../keys.ts'
import type { Inventory, Issue, ReadResult, SourceDocument, SourceTree, Component } from '../inventory.ts'
import { readJson } from './parsers/json-document.ts'
import { readStart } from './parsers/text-document.ts'
import { quote, recordOf, shortTextOf } from './parsers/json-value.ts'
import { isRepositoryExclusions, readRepositoryExclusions } from '../policies/repository-exclusions.ts'
import { isRepositoryPolicy, isRepositoryRules, readRepositoryRules } from '../policies/repository-rules.ts'
import { isResolution, manifestOf } from './lockfiles/resolved/resolution-name.ts'
import { isUsageDocument, readUsage } from '../usage/usage-document.ts'
import { maxVersions } from './parsers/limits.ts'
import { reportUnlocked, unlockedIn } from './find-unlocked.ts'
import { innerPath, layersOfInner, ofArchive } from './inner-documents.ts'
import { linkStatements } from './link-statements.ts'
import { lacksOf } from '../quality/sbom-lacks.ts'
import { reportTransitive } from './report-transitive.ts'
import { mergeInventories } from './components/merge.ts'
import { claimedReader, isCompanion, manifestReader, readers } from './readers.ts'
import { isNamedImage } from './components/image-kind.ts'

/**
 * Reads a document of any known format. The reader for its file name takes precedence over content detection, unless
 * that reader finds another format. Never throws.
 */
export function readDocument(document: SourceDocument, tree?: SourceTree): ReadResult {
  const named = claimedReader(document.path) ?? manifestReader(document.path)
  const byName = named && !named.recognizes ? named.read(document, tree) : null
  if (byName && !isOtherFormat(byName)) return byName
  const byContent = readByContent(document, tree)
  return byName && byContent.inventory === null ? byName : byContent
}

/** Whether the content has another format than the file name suggests, such as SPDX JSON in an .spdx file. */
const isOtherFormat = ({ inventory, issues = [] }: ReadResult): boolean =>
  inventory === null && issues.some(({ code }) => code === 'document-unknown' || code.endsWith('-invalid'))

function readByContent(document: SourceDocument, tree: SourceTree | undefined): ReadResult {
  const start = readStart(document)
  const sniffing = readers.find((reader) => reader.matchesContent?.(start))
  if (sniffing) return sniffing.read(document, tree)
  const { json, issues } = readJson(document)
  if (json === undefined) {
    const what = issues.some(({ code }) => code === 'json-invalid') ? guessFormat(start) : null
    return what === null ? { inventory: null, issues } : reject(document, what)
  }
  const reader = readers.find((each) => each.recognizes?.(json))
  return reader ? reader.read(document, tree) : reject(document, 'The file is JSON of an unknown format')
}

/** Whether the document can only be read under its file name, since its content does not identify the format. */
export function needsFileName(document: SourceDocument): boolean {
  const named = claimedReader(document.path) ?? manifestReader(document.path)
  if (!named || named.recognizes) return false
  const start = readStart(document)
  return readers.find((reader) => reader.matchesContent?.(start)) !== named
}

/**
 * Reads several documents into one inventory. The returned issues are of documents that could not be read at all.
 * Companion files are not read on their own.
 */
export function readDocuments(
  submitted: readonly SourceDocument[],
  tree: SourceTree = treeOf(submitted),
): {
  inventory: Inventory
  issues: Issue[]
} {
  const unresolved = readUnresolved(submitted)
  const documents = submitted.filter(
    ({ path }) => !isUsageDocument(path) && !(isResolution(path) && unresolved.has(manifestOf(path))),
  )
  const resolved = new Set(documents.flatMap(({ path }) => (isResolution(path) ? [manifestOf(path)] : [])))
  const isAlone = documents.length - resolved.size <= 1
  const paths = documents.map(({ path }) => path)
  const unlocked = unlockedIn(paths, tree).filter((path) => manifestReader(path) !== null)
  const manifests = new Set(unlocked)
  const inventoried = documents.filter(
    ({ path }) =>
      !resolved.has(path) &&
      !isRepositoryPolicy(path) &&
      (isAlone || manifests.has(path) || !isCompanion(path)),
  )
  const used = new Set<string>()
  const recording: SourceTree = {
    paths: () => tree.paths(),
    find(path) {
      used.add(path)
      return tree.find(path)
    },
  }
  const results = inventoried
    .map(({ path, bytes }) => {
      const document = { path, bytes }
      return { path: manifestOf(path), document, ...readDocument(document, recording) }
    })
    .filter(({ path, inventory }) =>
      !isAlone && (manifests.has(path) || claimedReader(path)?.namesImages === true)
        ? inventory !== null && inventory.components.length > 0
        : inventory !== null || !isIncluded(path, used),
    )
  const layers = layersOfInner(results.flatMap((each) => each.inventory ?? []))
  const inventories = results.flatMap(({ path, inventory, document }) =>
    inventory ? [assess(identify(ofArchive(inventory, path, layers), path), document)] : [],
  )
  const inventory = linkStatements(
    mergeInventories([
      ...withoutScannedImages(inventories),
      ...readExclusions(documents),
      ...readRules(documents),
      ...readUsages(submitted),
    ]),
  )
  const issues = [
    ...results.flatMap(({ path, issues: found = [] }) =>
      claimedReader(path)?.isAuxiliary ? found : found.map(asUnread),
    ),
    ...inventories.flatMap((each) => reportEmpty(each, paths)),
    ...results.flatMap((result) =>
      resolved.has(result.path) ? [] : reportTransitive(result, tree, unresolved.get(result.path)),
    ),
    ...(isAlone && manifests.size === 0 ? [] : reportUnlocked(paths, tree, { resolved, unresolved })),
  ]
  return rejectCrowded({ inventory, issues })
}

/** A lockfile is recognized by its format and root package, an SBOM by what its reader says. */
function identify(inventory: Inventory, path: string): Inventory {
  if (inventory.documents) return inventory
  const { root, formats } = inventory
  const format = formats[0]?.replace(/ \S+$/, '') ?? ''
  const subject = root === null || root.name === '' ? null : [format, root.name].join('\n')
  return { ...inventory, documents: [{ path, isSbom: false, subject }] }
}

const assess = (inventory: Inventory, document: SourceDocument): Inventory => ({
  ...inventory,
  ...(inventory.documents && {
    documents: inventory.documents.map((each) =>
      each.isSbom ? { ...each, lacks: lacksOf(document) } : each,
    ),
  }),
})

/** An empty inventory with an issue if there are too many versions of one package to be matched. */
export function rejectCrowded({ inventory, issues }: { inventory: Inventory; issues: Issue[] }) {
  const crowded = findCrowded(inventory)
  return crowded
    ? { inventory: mergeInventories([]), issues: [asUnread(crowded), ...issues] }
    : { inventory, issues }
}

/** Whether another document includes the file, such as '-r base.txt', so that it need not be one on its own. */
const isIncluded = (path: string, used: ReadonlySet<string>) => used.has(path) && claimedReader(path) === null

/** One inventory per exclusion file, containing nothing but its exclusions. */
const readExclusions = (documents: readonly SourceDocument[]): Inventory[] =>
  documents
    .filter(({ path }) => isRepositoryExclusions(path))
    .map((document) => ({
      formats: [],
      files: [],
      root: null,
      components: [],
      ...readRepositoryExclusions(document),
    }))

/** The same for what the command line has found in sources. */
const readUsages = (documents: readonly SourceDocument[]): Inventory[] =>
  documents
    .filter(({ path }) => isUsageDocument(path))
    .map((document) => ({ formats: [], files: [], root: null, components: [], ...readUsage(document) }))

/** The same for files with policy rules. */
const readRules = (documents: readonly SourceDocument[]): Inventory[] =>
  documents
    .filter(({ path }) => isRepositoryRules(path))
    .map((document) => ({
      formats: [],
      files: [],
      root: null,
      components: [],
      ...readRepositoryRules(document),
    }))

/** An SBOM without components is more often that of a failed generator than of a project without packages. */
function reportEmpty(
  { documents = [], files, components, vex, issues }: Inventory,
  paths: readonly string[],
): Issue[] {
  const isSbom = documents.some((each) => each.isSbom)
  const isExplained =
    issues.some(({ code }) => code === 'packages-missing' || code.startsWith('vex-')) ||
    paths.some((path) => path.startsWith(innerPath(files[0] ?? '', '')))
  if (!isSbom || components.length > 0 || vex !== undefined || isExplained) return []
  const message = 'The document lists no components, so nothing could be checked.'
  return [{ code: 'components-missing', message, where: files[0] ?? '', gap: 'document-empty' }]
}

const asUnread = (issue: Issue): Issue => ({ ...issue, isUnread: true })

/** Returns an issue if the inventory has too many versions of one package to be matched. */
function findCrowded({ components, files }: Inventory): Issue | null {
  const counts = new Map<string, number>()
  for (const { ecosystem, name } of components) {
    if (ecosystem === null) continue
    const key = packageKey(ecosystem, name)
    const count = (counts.get(key) ?? 0) + 1
    if (count > maxVersions) {
      const message = `${quote(name)} has more than ${maxVersions} versions, the most that are read of one package.`
      return { code: 'versions-too-many', message, where: files[0] ?? '' }
    }
    counts.set(key, count)
  }
  return null
}

function treeOf(documents: readonly SourceDocument[]): SourceTree {
  const byPath = new Map(documents.map((document) => [document.path, document]))
  return { find: (path) => byPath.get(path) ?? null, paths: () => byPath.keys() }
}

/** The format of a file that is not JSON, for the message; null if it looks like invalid JSON. */
function guessFormat(start: string): string | null {
  if (start.startsWith('<')) return 'The file is XML of an unknown format'
  return /^[[{]/.test(start) ? null : 'The format of the file is not known'
}

function reject({ path }: SourceDocument, what: string): ReadResult {
  const formats = readers.map(({ id }) => id).join(', ')
  const message = `${what}; the formats that can be read are: ${formats}.`
  return { inventory: null, issues: [{ code: 'document-unknown', message, where: path }] }
}

/** Leaves out images that files name if another document lists what is in them. */
function withoutScannedImages(inventories: readonly Inventory[]): Inventory[] {
  const scanned = new Set(
    inventories.flatMap(({ root, documents = [] }) =>
      root !== null && documents.some(({ isSbom }) => isSbom) ? [`${root.name}\n${root.version}`] : [],
    ),
  )
  const isScanned = (component: Component) =>
    isNamedImage(component) &&
    [component.version, component.commit].some((version) => scanned.has(`${component.name}\n${version}`))
  return inventories.map((inventory) => {
    const { components } = inventory
    // Nothing requires an image, nor does it anything, so that no index changes its meaning.
    const isPlain = components.every(({ requiredBy }) => requiredBy.length === 0)
    return isPlain && components.some(isScanned)
      ? { ...inventory, components: components.filter((each) => !isScanned(each)) }
      : inventory
  })
}

/** A resolution has more than one sentence. */
const maxBytes = 2_000

/** Why manifests could not be resolved, by path, as written by writeUnresolved. */
function readUnresolved(documents: readonly SourceDocument[]): Map<string, string> {
  const reasons = documents.flatMap((document): [string, string][] => {
    if (!isResolution(document.path) || document.bytes.length > maxBytes) return []
    const reason = shortTextOf(recordOf(readJson(document).json)['unresolved'])
    return reason === '' ? [] : [[manifestOf(document.path), reason]]
  })
  return new Map(reasons)
}
