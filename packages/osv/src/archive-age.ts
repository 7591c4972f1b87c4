import type { AdvisoryRecord } from '@assay/engine/advisories/advisory.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'

/** The content of one file of a sync. */
export interface FileContent {
  name: string
  /** When the file was complete in epoch ms: its download, or its own time. */
  at: number
  /** The ecosystem whose archive it is, if its folder or address names one. */
  ecosystem?: EcosystemId | undefined
  /** Number of records by ecosystem. Records of several ecosystems are not counted. */
  own: ReadonlyMap<EcosystemId, number>
}

/**
 * By ecosystem, the file whose time says when its data was complete, of all files of one sync. The dates of records do
 * not count: an ecosystem may have no new records for months, and some records are dated in the future.
 *
 * The oldest archive of an ecosystem decides. Without an archive, its single records count together, such as those of
 * an unpacked archive, and the newest decides. A single advisory, added by hand, is not an ecosystem's data.
 */
export function decidingFiles(files: readonly FileContent[]): Map<EcosystemId, FileContent> {
  const ids = new Set(files.flatMap(({ own }) => [...own.keys()]))
  return new Map(
    [...ids].flatMap((id) => {
      const file = decidingFile(files, id)
      return file ? [[id, file]] : []
    }),
  )
}

function decidingFile(files: readonly FileContent[], id: EcosystemId): FileContent | undefined {
  const byAge = files.toSorted((a, b) => a.at - b.at)
  const archive = byAge.find((file) => isArchiveOf(file, id))
  if (archive) return archive
  const singles = byAge.filter(({ own, ecosystem }) => own.has(id) && ecosystem === undefined)
  return singles.length > 1 ? singles.at(-1) : undefined
}

/** An archive also contains records that affect other ecosystems. */
const isArchiveOf = ({ own, ecosystem }: FileContent, id: EcosystemId): boolean =>
  ecosystem === undefined ? (own.get(id) ?? 0) > 1 : ecosystem === id && own.has(id)

/** Counts a record that affects a single ecosystem. */
export function countOwn(
  own: Map<EcosystemId, number>,
  { affected }: Pick<AdvisoryRecord, 'affected'>,
): void {
  const [id, ...others] = new Set(affected.map(({ ecosystem }) => ecosystem))
  if (id !== undefined && others.length === 0) own.set(id, (own.get(id) ?? 0) + 1)
}
