import { licenseName } from '@assay/engine/licenses/spdx.ts'

/** Ids outside the SPDX list are used as they are. */
export function wireLicense(id: string) {
  const name = licenseName(id)
  return name === null ? { id, name: id, uri: '' } : { id, name, uri: `https://spdx.org/licenses/${id}.html` }
}
