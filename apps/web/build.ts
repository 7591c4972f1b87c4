/** npm run build: builds every language into a folder of its own, which then replaces dist. */
import { languages } from '@assay/contract/languages.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { publishBuild } from './publish-build.ts'

const root = import.meta.dirname
const outDir = await mkdtemp(join(root, '.build-'))
try {
  // One after the other: they share files.
  for (const mode of languages) await build({ root, mode, logLevel: 'warn', build: { outDir } })
  await publishBuild(outDir, join(root, 'dist'))
} finally {
  await rm(outDir, { recursive: true, force: true })
}
