import type { FolderEntry, FolderTree } from './folder-tree.ts'

/** The records of a Python package, which may bring an SBOM of what is in it: https://peps.python.org/pep-0770/ */
export const isPackageRecord = (folder: string): boolean => folder.endsWith('.dist-info')

/**
 * Names of the subfolders with the files of installed packages, whose lockfiles and manifests are not the project's:
 * those that pip has written, as into the target of `pip install --target`, and the gems of RubyGems.
 */
export async function installedFolders(
  tree: FolderTree,
  folder: string,
  entries: readonly FolderEntry[],
): Promise<ReadonlySet<string>> {
  const folders = entries.filter(({ kind }) => kind === 'folder').map(({ name }) => name)
  const installed = new Set(folders.includes('specifications') ? ['gems'] : [])
  for (const name of folders.filter(isPackageRecord))
    for (const first of await foldersOfRecord(tree, [folder, name, 'RECORD'].join('/').replace(/^\//, '')))
      installed.add(first)
  return installed
}

/** https://packaging.python.org/en/latest/specifications/recording-installed-packages/ */
async function foldersOfRecord(tree: FolderTree, path: string): Promise<string[]> {
  const record = await tree.read(path)
  const text = record === null ? '' : new TextDecoder().decode(record)
  return [...text.matchAll(/^"?([^/",\r\n]+)\//gm)].map(([, first]) => first!)
}
