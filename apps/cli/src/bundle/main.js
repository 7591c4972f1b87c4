import { requireNode20 } from './node-20.js'
import { runProgram } from '../program.ts'

requireNode20()
// Readers of the output may stop early, like head.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error
})
// ASSAY_VERSION is filled in by write-bundle.ts.
const commandLine = { version: ASSAY_VERSION, environment: process.env, args: process.argv.slice(2) }
void runProgram(commandLine).then((code) => (process.exitCode = code))
