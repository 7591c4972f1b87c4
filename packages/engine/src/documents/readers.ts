import { sarif } from './sarif/sarif.ts'
import type { DocumentReader } from '../inventory.ts'
import { isRepositoryExclusions } from '../policies/repository-exclusions.ts'
import { lockfileReaders } from './lockfile-readers.ts'
import { cyclonedxJson } from './sbom/cyclonedx/cyclonedx-json.ts'
import { cyclonedxXml } from './sbom/cyclonedx/cyclonedx-xml.ts'
import { spdx3 } from './sbom/spdx/spdx-3.ts'
import { spdxJson } from './sbom/spdx/spdx-json.ts'
import { spdxRdf } from './sbom/spdx/spdx-rdf.ts'
import { spdxTagValue } from './sbom/spdx/spdx-tag-value.ts'
import { spdxYaml } from './sbom/spdx/spdx-yaml.ts'

/** Every reader there is. Each has real documents in fixtures/<id>/, which readers.fuzz.test.ts mutates. */
export const readers: readonly DocumentReader[] = [
  cyclonedxJson,
  cyclonedxXml,
  spdxJson,
  spdxTagValue,
  spdx3,
  spdxYaml,
  spdxRdf,
  sarif,
  ...lockfileReaders,
]

/** The reader that the file of a path is for, in a walk over a folder; null when none is. */
export function claimedReader(path: string): DocumentReader | null {
  const [, folder = '', fileName = ''] = /^(?:(.*)[/\\])?([^/\\]*)$/s.exec(path) ?? []
  return readers.find((reader) => reader.matchesPath(fileName, folder.replaceAll('\\', '/'))) ?? null
}

const companionNames = new Set(readers.flatMap(({ companions = [] }) => companions))

/** Whether a file is no inventory and only helps to read others: a package.json beside its lockfile, a .meterian. */
export const isCompanion = (path: string): boolean =>
  isRepositoryExclusions(path) ||
  (companionNames.has(path.split(/[/\\]/).at(-1)!) && claimedReader(path) === null)
