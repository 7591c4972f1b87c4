import type { ContentCataloger, Found, KeptFile } from '../../model/cataloger.ts'
import { unknownSystem } from '../../systems/os-release.ts'
import { joinPath, type Tree } from '../../trees/tree.ts'
import { zipTree } from '../../trees/zip-tree.ts'
import { sitePackages } from './site-packages.ts'

// https://docs.python.org/3/library/zipapp.html

const latin1 = new TextDecoder('latin1')
/** A line that names an interpreter, and an archive right behind it. */
const interpreter = /^#!.*python[^\n]*\n/
const zipMagic = 'PK\u0003\u0004'

/** Archives that Python runs, with the packages that pex, shiv or the author put into them. */
export const zipapps: ContentCataloger = {
  id: 'zipapps',
  recognizes(head) {
    if (head[0] !== 0x23) return false
    const text = latin1.decode(head)
    const [line] = interpreter.exec(text) ?? []
    return line !== undefined && text.startsWith(zipMagic, line.length)
  },
  async read(source, context) {
    const { path } = context
    const { tree, issues } = await zipTree(source, { ...context, where: path, wants: () => true })
    const files = await claimedFiles(tree)
    const kept = new Map(files.map((file) => [file.path, file]))
    const found: Found = { packages: [], issues }
    const surroundings = {
      find: (each: string) => kept.get(each) ?? null,
      paths: () => kept.keys(),
      systemAt: () => unknownSystem,
    }
    for (const file of files.filter((each) => sitePackages.claims(each.path)))
      for (const each of sitePackages.read(file, surroundings).packages)
        found.packages.push({ ...each, places: [{ path: `${path}!/${file.path}` }] })
    return found
  },
}

async function claimedFiles(tree: Tree): Promise<KeptFile[]> {
  const files: KeptFile[] = []
  const pending = ['']
  while (pending.length > 0) {
    const folder = pending.pop()!
    for (const { name, kind } of (await tree.list(folder)) ?? []) {
      const path = joinPath(folder, name)
      if (kind === 'folder') pending.push(path)
      const isClaimed = kind === 'file' && (sitePackages.claims(path) || sitePackages.needs?.(path))
      const bytes = isClaimed ? await tree.read(path) : null
      if (bytes) files.push({ path, bytes })
    }
  }
  return files
}
