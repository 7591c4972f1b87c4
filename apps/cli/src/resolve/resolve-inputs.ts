import type { SourceDocument } from '@assay/engine/inventory.ts'
import { isResolvable, resolveManifests, unresolvedIn } from '@assay/engine/resolution/resolve-manifests.ts'
import { writeResolution, writeUnresolved } from '@assay/engine/resolution/write-resolution.ts'
import type { Inputs } from '../scan/read-inputs.ts'
import type { Settings } from '../settings.ts'
import type { ResolveMode } from './resolve-mode.ts'
import { resolveByTools } from './resolve-by-tools.ts'
import { openFacts } from './registry-facts.ts'

interface Resolving {
  settings: Pick<Settings, 'environment' | 'registriesFolder'>
  options: { resolve?: ResolveMode; offline?: boolean }
  log: (text: string) => void
}

/**
 * Adds what manifests without a lockfile come to, each as a document next to its manifest. By default, registries are
 * asked unless the scan is offline; then only what is kept of them counts, and the rest stays as declared.
 */
export async function resolveInputs(inputs: Inputs, { settings, options, log }: Resolving): Promise<Inputs> {
  const { files } = inputs
  const { environment } = settings
  if (options.resolve === 'tool') return withAdded(inputs, await resolveByTools(files, { environment, log }))
  if (!files.some(({ filename }) => isResolvable(filename))) return inputs
  const documents = files.map(({ filename, bytes }) => ({ path: filename, bytes }))
  // It also says so to the server, which would resolve them.
  if (options.resolve === 'declared')
    return withAdded(inputs, unresolvedIn(documents).map(declaredOnly).map(fileOf))
  const facts = openFacts({
    environment,
    folder: settings.registriesFolder,
    folders: inputs.folders,
    isOnline: options.resolve === 'registry' || !options.offline,
  })
  const resolutions = await resolveManifests(documents, facts)
  return withAdded(inputs, resolutions.map(writeResolution).map(fileOf))
}

const declaredOnly = (path: string): SourceDocument =>
  writeUnresolved(path, 'It was not resolved: --resolve=declared.')

const fileOf = ({ path, bytes }: SourceDocument) => ({ filename: path, bytes })

function withAdded(inputs: Inputs, added: Inputs['files']): Inputs {
  const names = new Set(added.map(({ filename }) => filename))
  return { ...inputs, files: [...inputs.files.filter(({ filename }) => !names.has(filename)), ...added] }
}
