/**
 * npm run live -- [--only npm,go] [--packages N]: requests packages with unusual names from the registries of
 * ASSAY_REGISTRIES, with the product's registry clients, and prints the results. Exit code 1 if a client fails, a
 * package has no releases, or no registry is configured. Not part of .ci/run, which must not depend on external services.
 */
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { ecosystemById } from '@assay/engine/ecosystems.ts'
import { readConfig } from '@assay/server/config.ts'
import type { ReadResult } from '@assay/server/knowledge/releases/clients/client.ts'
import { createPacer, getFrom } from '@assay/server/knowledge/releases/registry-http.ts'
import { openSources, type ReleaseSource } from '@assay/server/knowledge/releases/sources.ts'
import { egressOf } from '@assay/server/platform/egress/egress.ts'
import { parseArgs } from 'node:util'
import { type LivePackage, livePackages } from './packages.ts'
import { describeResult, type Line, printTable } from './table.ts'

const { values } = parseArgs({
  options: { only: { type: 'string' }, packages: { type: 'string', default: '20' } },
})
const only = values.only?.split(',')
const limit = Number(values.packages)

const { releases } = readConfig(process.env)
const sources = openSources(releases && { ...releases, depsDevUrl: undefined })
// Named by whoever runs this, so they may be in a private network.
const egress = egressOf({ allowsPrivateNetworks: true }, 'registry')

async function read(source: ReleaseSource, ecosystem: EcosystemId, given: LivePackage): Promise<ReadResult> {
  const { name: displayName, versions = [] } = given
  const name = ecosystemById(ecosystem).normalizeName(displayName)
  const validators = { etag: null, lastModified: null }
  const get = getFrom(source.endpoint, { egress, turn: pacer, validators })
  return source.openReader().read(get, { ecosystem, name, displayName, versions, known: [] })
}

const pacer = createPacer(100)

async function lineOf(ecosystem: EcosystemId, given: LivePackage): Promise<Line> {
  const start = { ecosystem, name: given.name }
  const source = sources.get(ecosystem)
  if (source === undefined) return { ...start, isSkipped: true }
  try {
    return { ...start, ...describeResult(ecosystem, given, await read(source, ecosystem, given)) }
  } catch (error) {
    return { ...start, failure: String(error) }
  }
}

const lines: Line[] = []
for (const [ecosystem, packages] of livePackages) {
  if (only && !only.includes(ecosystem)) continue
  for (const each of packages.slice(0, limit)) lines.push(await lineOf(ecosystem, each))
}
printTable(lines)
const skipped = lines.filter(({ isSkipped }) => isSkipped).length
const failed = lines.filter(({ failure }) => failure !== undefined).length
if (skipped === lines.length) console.log('Set ASSAY_REGISTRIES to the registries to ask')
console.log(`${lines.length - failed - skipped} passed, ${failed} failed, ${skipped} skipped`)
process.exit(failed > 0 || skipped === lines.length ? 1 : 0)
