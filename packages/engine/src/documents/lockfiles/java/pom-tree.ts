import type { SourceTree } from '../../../inventory.ts'
import { pathFrom } from '../sibling-file.ts'
import { readXml } from '../../parsers/xml-document.ts'
import { type Pom, type PomParent, readPom } from './pom-model.ts'

/** The pom.xml files of a tree that folders, parents and modules lead to. */
export interface PomTree {
  /** null if missing or invalid. */
  at(path: string): Pom | null
  /** By 'groupId:artifactId'; only files where these need no interpolation. */
  named(name: string): readonly Pom[]
}

/** Further files are ignored. */
const maxPoms = 5_000

const known = new WeakMap<SourceTree, PomTree & { visit(path: string): void }>()

/** Finds the pom.xml files related to the one at that path. Each file of a tree is read once. */
export function pomTree(path: string, tree: SourceTree | undefined): PomTree {
  if (!tree) return { at: () => null, named: () => [] }
  const poms = known.get(tree) ?? openTree(tree)
  known.set(tree, poms)
  const segments = path.split('/').slice(0, -1)
  for (let depth = 0; depth <= segments.length; depth++)
    poms.visit([...segments.slice(0, depth), 'pom.xml'].join('/'))
  return poms
}

/** The pom.xml of the parent; null if it is not in the tree. */
export function parentPom({ path, parent }: Pom, poms: PomTree): Pom | null {
  if (parent === null) return null
  const name = `${parent.groupId}:${parent.artifactId}`
  const candidates = [...parentPaths(path, parent).map((each) => poms.at(each)), ...poms.named(name)]
  return candidates.find((pom) => pom !== null && pom.path !== path && isParent(pom, parent)) ?? null
}

/** Own or inherited value, without interpolation. */
export const groupOf = ({ groupId, parent }: Pom): string => groupId || (parent?.groupId ?? '')
export const versionOf = ({ version, parent }: Pom): string => version || (parent?.version ?? '')

function isParent(pom: Pom, { groupId, artifactId, version }: PomParent): boolean {
  return pom.artifactId === artifactId && groupOf(pom) === groupId && isSameVersion(versionOf(pom), version)
}

/** Whether two versions are equal, or could be after interpolation. */
export const isSameVersion = (a: string, b: string): boolean =>
  a === b || a.includes('${') || b.includes('${')

/** A relative path points to a file, or to a folder with a pom.xml. */
function parentPaths(path: string, { relativePath }: PomParent): string[] {
  if (relativePath === '') return []
  const parentPath = pathFrom(path, relativePath ?? '../pom.xml')
  return parentPath === null ? [] : pomPaths(parentPath)
}

const pomPaths = (path: string) =>
  path.endsWith('.xml') ? [path] : [path === '' ? 'pom.xml' : `${path}/pom.xml`]

function openTree(tree: SourceTree): PomTree & { visit(path: string): void } {
  const byPath = new Map<string, Pom | null>()
  const byName = new Map<string, Pom[]>()
  const at = (path: string): Pom | null => {
    const pom = byPath.get(path)
    if (pom !== undefined || byPath.size >= maxPoms) return pom ?? null
    const document = tree.find(path)
    const root = document && readXml(document).root
    const read = root?.name === 'project' ? readPom(root, path) : null
    byPath.set(path, read)
    if (read) {
      const name = `${groupOf(read)}:${read.artifactId}`
      const others = byName.get(name)
      if (others) others.push(read)
      else byName.set(name, [read])
    }
    return read
  }
  const visit = (start: string) => {
    const open = byPath.has(start) ? [] : [start]
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      const aggregator = path
      const modules = at(aggregator)?.modules ?? []
      const paths = modules.map((module) => pathFrom(aggregator, module)).filter((each) => each !== null)
      open.push(...paths.flatMap(pomPaths).filter((each) => !byPath.has(each) && byPath.size < maxPoms))
    }
  }
  return { at, visit, named: (name) => byName.get(name) ?? [] }
}
