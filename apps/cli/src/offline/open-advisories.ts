import { type AdvisoryIndex, openIndex } from '@assay/engine/advisories/advisory-index.ts'
import { IndexFormatError } from '@assay/engine/advisories/index-format.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { ecosystemById } from '@assay/engine/ecosystems.ts'
import { readFileSync } from 'node:fs'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { hasDocumentOf, readDocumentsOf } from './document-store.ts'
import { listAgesFrom, type LocalAdvisories } from './local-advisories.ts'
import { indexPath, type Manifest, readManifest, storedData } from './manifest.ts'

/** The local index, otherwise the starter set. */
export async function openAdvisories(folder: string): Promise<LocalAdvisories> {
  const manifest = readManifest(folder)
  if (manifest) return openLocal(folder, manifest)
  const { openStarter } = await import('./starter-advisories.ts')
  return openStarter()
}

function openLocal(folder: string, manifest: Manifest): LocalAdvisories {
  const indexes = new Map<EcosystemId, AdvisoryIndex | null>()
  return {
    isStarter: false,
    eolDates: manifest.supportEnds ?? [],
    lists: listAgesFrom(manifest.lists ?? {}),
    index(id) {
      let index = indexes.get(id)
      if (index === undefined) indexes.set(id, (index = openFile(folder, manifest, id)))
      return index
    },
    data: (id) => storedData(manifest, id),
    async texts(uuids) {
      const { readText } = await import('./read-text.ts')
      const documents = readDocumentsOf(folder, uuids)
      return new Map([...documents].map(([uuid, texts]) => [uuid, readText(texts)]))
    },
    knows: (id) => hasDocumentOf(folder, id),
  }
}

function openFile(folder: string, { ecosystems }: Manifest, id: EcosystemId): AdvisoryIndex | null {
  if (!(id in ecosystems)) return null
  try {
    return openIndex(ecosystemById(id), readFileSync(indexPath(folder, id)))
  } catch (error) {
    if (!(error instanceof IndexFormatError)) throw error
    const again = "Rebuild it with 'assay advisories sync --offline --from …'."
    throw new CommandError(exitCodes.configuration, `${indexPath(folder, id)}: ${error.message} ${again}`)
  }
}
