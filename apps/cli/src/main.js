#!/usr/bin/env node
// JavaScript, so that nothing has to be stripped before the cache of compiled code is there: see docs/benchmarks.md.
import { readFileSync } from 'node:fs'
import module from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'

if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write(
    `assay runs on Node 24 or later; this is ${process.version}. Use: npm run assay -- …\n`,
  )
  process.exit(-8)
}
// Whoever reads the output may stop early, like head.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error
})
const { ASSAY_HOME, XDG_CACHE_HOME } = process.env
// As settings.ts has it, which is not loaded yet.
const cacheFolder = ASSAY_HOME || join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'assay')
module.enableCompileCache(join(cacheFolder, 'code'))
const { runProgram } = await import('./program.ts')
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
process.exitCode = await runProgram({ version, environment: process.env, args: process.argv.slice(2) })
