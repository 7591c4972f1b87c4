import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { SourceDocument, SourceTree } from '../../inventory.ts'

const folder = fileURLToPath(new URL('../fixtures/', import.meta.url))

/** Ids of the readers that have fixtures. */
export const fixtureFolders = (): string[] => readdirSync(folder)

/** All files below fixtures/<reader id>/, with paths relative to that folder. */
export function fixtureFiles(readerId: string): SourceDocument[] {
  const root = `${folder}${readerId}/`
  if (!existsSync(root)) return []
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.replaceAll('\\', '/'))
    .map((file) => ({ path: file.slice(root.length).replace(/^\//, ''), bytes: readFileSync(file) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** The files as a tree, so that readers find companion files. */
export function treeOf(files: readonly SourceDocument[]): SourceTree {
  return {
    find: (path) => files.find((file) => file.path === path) ?? null,
    paths: () => files.map(({ path }) => path),
  }
}
