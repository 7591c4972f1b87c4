import { isResolvable, resolveManifests } from '@assay/engine/resolution/resolve-manifests.ts'
import { writeResolution } from '@assay/engine/resolution/write-resolution.ts'
import type { Inputs } from '../scan/read-inputs.ts'
import type { Settings } from '../settings.ts'
import type { ResolveMode } from './resolve-mode.ts'
import { openFacts } from './registry-facts.ts'

interface Resolving {
  settings: Pick<Settings, 'environment' | 'registriesFolder'>
  options: { resolve?: ResolveMode; offline?: boolean }
}

/**
 * Adds what manifests without a lockfile come to, each as a document next to its manifest. By default, registries are
 * asked unless the scan is offline; then only what is kept of them counts, and the rest stays as declared.
 */
export async function resolveInputs(inputs: Inputs, { settings, options }: Resolving): Promise<Inputs> {
  const { files } = inputs
  if (options.resolve === 'declared' || !files.some(({ filename }) => isResolvable(filename))) return inputs
  const facts = openFacts({
    environment: settings.environment,
    folder: settings.registriesFolder,
    isOnline: options.resolve === 'registry' || !options.offline,
  })
  const documents = files.map(({ filename, bytes }) => ({ path: filename, bytes }))
  const resolutions = await resolveManifests(documents, facts)
  const added = resolutions.map(writeResolution).map(({ path, bytes }) => ({ filename: path, bytes }))
  const names = new Set(added.map(({ filename }) => filename))
  return { ...inputs, files: [...files.filter(({ filename }) => !names.has(filename)), ...added] }
}
