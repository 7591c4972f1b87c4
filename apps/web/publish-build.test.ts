import { folderOfTest } from '@assay/engine/testing/temporary-folder.ts'
import { mkdir, mkdtemp, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { publishBuild } from './publish-build.ts'

let folder: string
beforeEach(async () => {
  folder = folderOfTest()
})

const dist = () => join(folder, 'dist')

/** Publishes a build of these files; the age of what is published is the time since the build. */
async function publish(files: Record<string, string>, hoursAgo: number) {
  const draft = await mkdtemp(join(folder, 'build-'))
  const at = new Date(Date.now() - hoursAgo * 3_600_000)
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(draft, path)), { recursive: true })
    await writeFile(join(draft, path), text)
    await utimes(join(draft, path), at, at)
  }
  await publishBuild(draft, dist())
}

async function published(): Promise<string[]> {
  const entries = await readdir(dist(), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted()
}

test('the first build becomes the folder', async () => {
  await publish({ 'index.html': '1', 'index.html.br': '1', 'assets/first-1.js': '1' }, 0)
  expect(await published()).toEqual(['first-1.js', 'index.html', 'index.html.br'])
})

test('files of the build before stay for pages that are loading, older ones go', async () => {
  await publish({ 'index.html': '1', 'assets/first-1.js': '1', 'assets/same.js': 's' }, 72)
  await publish({ 'index.html': '2', 'assets/first-2.js': '2', 'assets/same.js': 's' }, 48)
  expect(await published()).toEqual(['first-1.js', 'first-2.js', 'index.html', 'same.js'])
  await publish({ 'index.html': '3', 'assets/first-3.js': '3', 'assets/same.js': 's' }, 24)
  expect(await published()).toEqual(['first-2.js', 'first-3.js', 'index.html', 'same.js'])
  expect(await readFile(join(dist(), 'index.html'), 'utf8')).toBe('3')
})

test('a page always names files that are there', async () => {
  const nameOf = (build: number) => `assets/first-${build}.js`
  await publish({ 'index.html': nameOf(0), [nameOf(0)]: '' }, 100)
  const stopped = new AbortController()
  const failures: string[] = []
  const reading = (async () => {
    while (!stopped.signal.aborted) {
      const name = await readFile(join(dist(), 'index.html'), 'utf8')
      await readFile(join(dist(), name)).catch(() => failures.push(name))
    }
  })()
  for (let build = 1; build <= 30; build++)
    await publish({ 'index.html': nameOf(build), [nameOf(build)]: '' }, 100 - build)
  stopped.abort()
  await reading
  expect(failures).toEqual([])
})
