import { findPathsIn } from '@assay/engine/paths-from-root.ts'
import type { EdgeRow } from './component-pages-store.ts'
import { NumberList } from './number-list.ts'

/**
 * The dependency graph by number. Components have one id per 'name@version'; rows are numbered in the order read, and
 * several may belong to one component.
 */
export interface DependencyGraph {
  /** Number of ids, including required components that are not listed. */
  size: number
  idOf(key: string): number | undefined
  keyOf(id: number): string
  /** The component's last row. */
  parentsOf(id: number): Uint32Array
  rows: { id: NumberList; isDirect: NumberList }
  /** Rows that the component requires. */
  dependenciesOf(id: number): Uint32Array
}

/** Approximate memory per component, mostly names, while the graph is read. */
export const graphBytesPerComponent = 500

export async function readGraph<Row extends EdgeRow>(
  pages: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
  onRow: (row: Row) => void = () => undefined,
): Promise<DependencyGraph> {
  const ids = new Map<string, number>()
  const keys: string[] = []
  const rows = { id: new NumberList(), isDirect: new NumberList() }
  const edges: Edges = { rows: new NumberList(), parents: new NumberList() }
  const parents = { start: new NumberList(), end: new NumberList() }
  const takeId = (key: string): number => {
    const existing = ids.get(key)
    if (existing !== undefined) return existing
    const id = keys.push(key) - 1
    ids.set(key, id)
    parents.start.push(0)
    parents.end.push(0)
    return id
  }
  const takeRow = (row: Row) => {
    const id = takeId(`${row.name}@${row.version}`)
    parents.start.set(id, edges.parents.length)
    for (const parent of row.required_by.toSorted()) {
      edges.rows.push(rows.id.length)
      edges.parents.push(takeId(parent))
    }
    parents.end.set(id, edges.parents.length)
    rows.id.push(id)
    rows.isDirect.push(row.is_direct === true ? 1 : 0)
    onRow(row)
  }
  for await (const page of pages) page.forEach(takeRow)
  findByName(edges.parents, { keys, listed: rows.id })
  return {
    size: keys.length,
    rows,
    dependenciesOf: invert(edges, keys.length),
    idOf: (key) => ids.get(key),
    keyOf: (id) => keys[id]!,
    parentsOf: (id) => edges.parents.slice(parents.start.at(id), parents.end.at(id)),
  }
}

/** A row names the version of a requirer in a later scan if this one has a single version of it. */
function findByName(parents: NumberList, { keys, listed }: { keys: string[]; listed: NumberList }): void {
  const isListed = new Uint8Array(keys.length)
  for (let row = 0; row < listed.length; row++) isListed[listed.at(row)] = 1
  if (isListed.every((each) => each === 1)) return
  const byName = Map.groupBy(keys.keys(), (id) => keys[id]!.slice(0, keys[id]!.lastIndexOf('@')))
  for (let edge = 0; edge < parents.length; edge++) {
    const id = parents.at(edge)
    if (isListed[id] === 1) continue
    const key = keys[id]!
    const others = byName.get(key.slice(0, key.lastIndexOf('@')))!.filter((other) => isListed[other] === 1)
    if (others.length === 1) parents.set(edge, others[0]!)
  }
}

interface Edges {
  rows: NumberList
  /** For each, the id of a component that requires it. */
  parents: NumberList
}

/** Groups the rows by the component that requires them. */
function invert({ rows, parents }: Edges, size: number): (id: number) => Uint32Array {
  const starts = new Uint32Array(size + 1)
  for (let edge = 0; edge < parents.length; edge++) starts[parents.at(edge) + 1]!++
  for (let id = 0; id < size; id++) starts[id + 1]! += starts[id]!
  const next = starts.slice()
  const grouped = new Uint32Array(rows.length)
  for (let edge = 0; edge < parents.length; edge++) grouped[next[parents.at(edge)]!++] = rows.at(edge)
  return (id) => grouped.subarray(starts[id], starts[id + 1])
}

/** The dependency paths to a component ('name@version') as lists of 'name:version', shortest first. */
export function displayPaths(graph: DependencyGraph): (key: string, limit: number) => string[][] {
  const depths = depthsOf(graph)
  const find = findPathsIn<number>({ parentsOf: graph.parentsOf, depthOf: (id) => depths[id] || undefined })
  return (key, limit) => {
    const id = graph.idOf(key)
    if (id === undefined) return []
    return find(id, limit).map((path) => path.map((each) => displayKey(graph.keyOf(each))))
  }
}

/** Distance of each component from the project: 1 is direct, 0 unreachable. */
function depthsOf({ size, rows, dependenciesOf }: DependencyGraph): Uint32Array {
  const depths = new Uint32Array(size)
  const queue = new NumberList()
  const reach = (id: number, depth: number) => {
    if (depths[id] !== 0) return
    depths[id] = depth
    queue.push(id)
  }
  for (let row = 0; row < rows.id.length; row++) if (rows.isDirect.at(row) === 1) reach(rows.id.at(row), 1)
  for (let at = 0; at < queue.length; at++) {
    const id = queue.at(at)
    for (const row of dependenciesOf(id)) reach(rows.id.at(row), depths[id]! + 1)
  }
  return depths
}

function displayKey(key: string): string {
  const at = key.lastIndexOf('@')
  return `${key.slice(0, at)}:${key.slice(at + 1)}`
}
