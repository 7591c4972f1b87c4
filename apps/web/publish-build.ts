import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The files of one build differ in age by less than this. */
const buildMs = 10 * 60_000

/**
 * Replaces the pages of a folder by a new build, also while a server reads them: files that pages ask for arrive before
 * the pages, and those of the build before are kept until the next one, for pages that are loading.
 */
export async function publishBuild(from: string, to: string): Promise<void> {
  const previousAt = await publishedAt(to)
  const built = await filesIn(from)
  for (const path of [...built.filter((each) => !isPage(each)), ...built.filter(isPage)]) {
    await mkdir(dirname(join(to, path)), { recursive: true })
    await rename(join(from, path), join(to, path))
  }
  const current = new Set(built)
  for (const path of await filesIn(to)) {
    const isOld = async () => (await stat(join(to, path))).mtimeMs < previousAt - buildMs
    if (!current.has(path) && (await isOld())) await rm(join(to, path))
  }
}

/** Including compressed copies. */
const isPage = (path: string) => /\.html(?:\.\w+)?$/.test(path)

async function publishedAt(folder: string): Promise<number> {
  const page = join(folder, 'index.html')
  return existsSync(page) ? (await stat(page)).mtimeMs : Infinity
}

async function filesIn(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return []
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
}
