#!/usr/bin/env node
import { readFileSync } from 'node:fs'

if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write(
    `assay runs on Node 24 or later; this is ${process.version}. Use: npm run assay -- …\n`,
  )
  process.exit(-8)
}
// Whoever reads the output may stop early, like head.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})
const { runProgram } = await import('./program.ts')
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}
process.exitCode = await runProgram({ version, environment: process.env, args: process.argv.slice(2) })
