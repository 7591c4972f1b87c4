import type { Import } from '../find-import-cycles.ts'

export interface Tree {
  /** All source files, as paths from the root. */
  files: readonly string[]
  imports: readonly Import[]
}

/** A file that imports more files than this puts others together, such as a list of routes: everything imports it. */
const maxImports = 40
/** Steps from a changed file to a file that depends on it. */
const maxSteps = 3

const isTest = (path: string) => /\.test\.tsx?$/.test(path)
const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'))

/**
 * The tests of the changed files: those beside them, and those that import them, directly or over up to two others. A
 * file that puts together a whole program leads to no further ones. All other tests are left to the complete run.
 */
export function findTests({ files, imports }: Tree, changed: ReadonlySet<string>): string[] {
  const importers = Map.groupBy(imports, ({ to }) => to)
  const importCounts = Map.groupBy(imports, ({ from }) => from)
  const reached = new Set(changed)
  let edge = [...changed]
  for (let step = 0; step < maxSteps; step++) {
    const next = edge
      .flatMap((path) => importers.get(path) ?? [])
      .map(({ from }) => from)
      .filter((path) => !reached.has(path) && (importCounts.get(path)?.length ?? 0) <= maxImports)
    for (const path of next) reached.add(path)
    edge = [...new Set(next)]
  }
  const folders = new Set([...changed].filter((path) => path.includes('/')).map(folderOf))
  return files.filter((path) => isTest(path) && (reached.has(path) || folders.has(folderOf(path))))
}
