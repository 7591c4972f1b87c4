#!/usr/bin/env node
// JavaScript, so that no types are stripped before the compile cache is enabled: see docs/evidence/benchmarks.md.
import { readFileSync } from 'node:fs'
import module, { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write(
    `assay runs on Node 24 or later; this is ${process.version}. Use: npm run assay -- …\n`,
  )
  process.exit(-8)
}
// Readers of the output may stop early, like head.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error
})
const { ASSAY_HOME, XDG_CACHE_HOME } = process.env
// Compiled when the packages were installed; users without write access there use the folder of settings.ts.
const installed = fileURLToPath(new URL('../../../node_modules/.cache/assay', import.meta.url))
const own = join(ASSAY_HOME || join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'assay'), 'code')
const { FAILED } = module.constants.compileCacheStatus
if (module.enableCompileCache(installed).status === FAILED) module.enableCompileCache(own)
const { changeToStartFolder } = await import('./start-folder.ts')
changeToStartFolder(process.env)
const { findCurrentBundle } = await import('./bundle/current-bundle.ts')
const bundle = findCurrentBundle(fileURLToPath(new URL('../../..', import.meta.url)))
if (bundle === null) {
  const { runProgram } = await import('./program.ts')
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  process.exitCode = await runProgram({ version, environment: process.env, args: process.argv.slice(2) })
} else createRequire(import.meta.url)(bundle)
